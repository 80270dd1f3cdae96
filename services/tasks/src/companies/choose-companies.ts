import { COMPANIES_AT_ONCE, TASKS_AT_ONCE } from '@app/contracts/http/all-companies.ts'
import { TASK_PAGE_MAX } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { type CountedProfile, countedProfiles } from './company.repository.ts'

/** Sorts before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

interface Page {
  limit: number
  after?: string
  /** This company alone. */
  companyProfileId?: string
}

interface Chosen {
  companies: readonly CountedProfile[]
  /** Whether others come after these. */
  hasMore: boolean
}

/** As many as one answer may hold: the first one in any case, then others while there is room for their tasks. */
function thoseThatFit(counted: readonly CountedProfile[]): readonly CountedProfile[] {
  let room = TASKS_AT_ONCE
  const firstTooMany = counted.findIndex(({ tasks }, at) => {
    room -= Math.min(tasks, TASK_PAGE_MAX)
    return at > 0 && room < 0
  })
  return firstTooMany < 0 ? counted : counted.slice(0, firstTooMany)
}

/** The companies that one answer holds. */
export async function chooseCompanies({ db }: TasksDeps, { limit, after = FIRST, companyProfileId }: Page): Promise<Chosen> {
  const most = Math.min(limit, COMPANIES_AT_ONCE)
  const counted = await countedProfiles(db, { only: companyProfileId, after, limit: most + 1 })
  const companies = thoseThatFit(counted.slice(0, most))
  return { companies, hasMore: companies.length < counted.length }
}
