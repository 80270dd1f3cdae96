import type { Company } from '@app/chassis/companies/company-projection.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { ColleagueChanged } from '@app/contracts/events/colleagues.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ColleagueRow } from './colleague.repository.ts'

type Changed = EventData<typeof ColleagueChanged>

/** Adds the event about a change of a colleague. `colleague` is the row after the change. */
export async function publishChange(
  trx: Transaction<Tables>,
  { id, name, may, version }: ColleagueRow,
  company: Company,
  change: Changed['change'],
  facts: Pick<Changed, 'hasDeclined'> = {},
): Promise<void> {
  const { id: companyProfileId, name: companyName, ownerId } = company
  const data = { colleagueId: id, companyProfileId, companyName, ownerId, name, may, change, ...facts }
  await addEvent(trx, ColleagueChanged, { aggregateId: id, version, data })
}
