import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { TASK_PAGE_MAX } from '@app/contracts/http/tasks.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Which {
  /** This company alone. */
  only?: string
  /** Or those with greater ids. */
  after: string
  limit: number
}

export interface CountedProfile {
  profile: CompanyProfile
  /** How many tasks it has, counted up to `TASK_PAGE_MAX` and one more. */
  tasks: number
}

/** Profiles in the order the companies were created (their ids grow with time). */
export async function countedProfiles(db: Kysely<Tables>, { only, after, limit }: Which): Promise<CountedProfile[]> {
  const { rows } = await sql<CountedProfile>`
    select profile, (
      select count(*) from (select from task where task.company_id = company.id limit ${TASK_PAGE_MAX + 1}) as counted
    ) as tasks
    from company where ${only ? sql`id = ${only}` : sql`id > ${after}`} order by id limit ${limit}`.execute(db)
  return rows
}
