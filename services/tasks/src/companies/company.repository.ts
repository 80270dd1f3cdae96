import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { TASK_PAGE_MAX } from '@app/contracts/http/tasks.ts'
import { type Kysely, sql } from 'kysely'
import { managerCondition } from '../board/managed.ts'
import type { Tables } from '../db/tables.ts'

interface ProfileQuery {
  only?: string
  /** If `only` is undefined, companies with greater ids than this are selected. */
  after: string
  limit: number
  /** Only companies with this account manager. */
  managerId: string | undefined
}

export interface CountedProfile {
  profile: CompanyProfile
  /** Number of tasks, counted up to `TASK_PAGE_MAX + 1`. */
  tasks: number
}

/** Selects profiles, oldest company first. Ids increase with the creation time. */
export async function countedProfiles(db: Kysely<Tables>, { only, after, limit, managerId }: ProfileQuery): Promise<CountedProfile[]> {
  const { rows } = await sql<CountedProfile>`
    select profile, (
      select count(*) from (select from task where task.company_id = company.id limit ${TASK_PAGE_MAX + 1}) as counted
    ) as tasks
    from company where ${only ? sql`id = ${only}` : sql`id > ${after}`} and ${managerCondition(managerId, sql`id`)} order by id limit ${limit}`.execute(
    db,
  )
  return rows
}
