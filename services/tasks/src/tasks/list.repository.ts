import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface Asked {
  companyId: string
  /** The `taskId` to go on below. */
  before: number
  limit: number
  /** What addresses of files begin with. */
  publicAddress: string
}

/** Tasks that were found, newest first. */
interface Found {
  /** Elements of an array, separated by commas; null when there are none. */
  json: string | null
  count: number
  /** The `taskId` of the oldest. */
  last: number | null
}

/**
 * A company's tasks, put together of the JSON beside their rows. One value, which comes in one go, where rows come by every 8 kB. A
 * control character, which JSON has nowhere else, stands in it for the public address.
 */
const selectFound = ({ companyId, before, limit, publicAddress }: Asked, where: RawBuilder<boolean> = sql`true`) => sql<Found>`
  select replace(string_agg(json, ','), chr(1), ${publicAddress}) as json, count(*) as count, min(task_id) as last
  from (
    select task_id, coalesce(json, task_json(task)) as json from task
    where company_id = ${companyId} and task_id < ${before} and ${where} order by task_id desc limit ${limit}
  ) as listed`

export async function findTasks(db: Kysely<Tables>, asked: Asked): Promise<Found> {
  const { rows } = await selectFound(asked).execute(db)
  return rows[0] ?? { json: null, count: 0, last: null }
}

interface Reader {
  /** Null sees all companies. */
  ownerId: string | null
  /** The version of the list that the reader has. */
  known: string | null
}

interface FoundList {
  /** Identifies the state of the company's tasks: the random `list_tag` of the tally, which every change of a task replaces. */
  version: string
  /** An array; an empty one when the version is the known one. */
  json: string
  last: number | null
  hasMore: boolean
}

/** A page of a company's list, unless its version is known. Undefined for a company that is not there, or not this owner's. */
export async function findList(db: Kysely<Tables>, asked: Asked, { ownerId, known }: Reader): Promise<FoundList | undefined> {
  const { rows } = await sql<FoundList>`
    select state.version, concat('[', found.json, ']') as json, last,
      exists (select from task where company_id = ${asked.companyId} and task_id < last) as "hasMore"
    from (
      select list_tag::text as version from company_tally join company on company.id = company_id
      where company_id = ${asked.companyId} and (${ownerId}::uuid is null or owner_id = ${ownerId})
    ) as state
    cross join lateral (${selectFound(asked, sql`state.version is distinct from ${known}`)}) as found`.execute(db)
  return rows[0]
}
