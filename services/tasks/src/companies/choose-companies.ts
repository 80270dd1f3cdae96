import { COMPANIES_AT_ONCE, TASKS_AT_ONCE } from '@app/contracts/http/all-companies.ts'
import { TASK_PAGE_MAX } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { type CountedProfile, countedProfiles } from './company.repository.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'

interface Page {
  limit: number
  after?: string
  companyProfileId?: string
  managerId: string | undefined
}

interface Chosen {
  companies: readonly CountedProfile[]
  hasMore: boolean
}

/** Returns the first companies that together have at most `TASKS_AT_ONCE` tasks, but at least one company. */
function withinTaskLimit(counted: readonly CountedProfile[]): readonly CountedProfile[] {
  let room = TASKS_AT_ONCE
  const firstTooMany = counted.findIndex(({ tasks }, at) => {
    room -= Math.min(tasks, TASK_PAGE_MAX)
    return at > 0 && room < 0
  })
  return firstTooMany < 0 ? counted : counted.slice(0, firstTooMany)
}

export async function chooseCompanies({ db }: TasksDeps, { limit, after = FIRST, companyProfileId, managerId }: Page): Promise<Chosen> {
  const max = Math.min(limit, COMPANIES_AT_ONCE)
  const counted = await countedProfiles(db, { only: companyProfileId, after, limit: max + 1, managerId })
  const companies = withinTaskLimit(counted.slice(0, max))
  return { companies, hasMore: companies.length < counted.length }
}
