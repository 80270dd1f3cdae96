import type { Company } from '@app/chassis/companies/company-projection.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { ColleagueState } from '@app/contracts/events/colleagues.ts'
import type { ColleagueRow } from './colleague.repository.ts'

/** Returns the fields that all events about a colleague contain. */
export const colleaguePayload = (
  { id, email, name, may, state, hasBounced }: ColleagueRow,
  company: Company,
): EventData<typeof ColleagueState> => ({
  colleagueId: id,
  companyProfileId: company.id,
  companyName: company.name,
  ownerId: company.ownerId,
  email,
  name,
  may,
  state,
  hasBounced,
})
