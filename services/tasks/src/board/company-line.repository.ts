import type { CompanyLine, CompanySort } from '@app/contracts/http/board.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { matchesAll } from './search.ts'
import type { CountColumns } from './task-counts.ts'

/** A company's line on the board, with count columns instead of `counts` and without cards. */
export type LineRow = Omit<CompanyLine, 'counts' | 'cards'> & CountColumns & { openTasks: number }

/** The cursor of a page of lines. `openTasks` is the number of tasks that are not posted. */
type LineKey = [id: string, openTasks: number]

export interface LineQuery {
  sort: CompanySort
  after?: LineKey
  limit: number
  patterns?: readonly string[]
  withTasks: boolean
}

const textOf = (name: keyof CompanyProfile) => sql`coalesce(profile ->> ${sql.lit(name)}, '')`

const lineColumns = sql`
  company.id as "_id", company.name as "companyName", ${textOf('dba')} as dba, ${textOf('industry')} as industry,
  ${textOf('email')} as email, ${textOf('phone')} as phone, ${textOf('city')} as city, ${textOf('color1')} as color1,
  profile ->> 'logo' as logo, pending, roll_back as "rollBack", approved, posted, open_tasks as "openTasks"`

interface Order {
  by: RawBuilder<unknown>
  after(key: LineKey): RawBuilder<unknown>
}

/**
 * Each order uses an index. Newer companies have greater ids. The cursor contains no name, because a name can be too long. For the order
 * `name`, the query therefore selects the name of the company whose id is in the cursor.
 */
const orders: Readonly<Record<CompanySort, Order>> = {
  oldest: { by: sql`company.id`, after: ([id]) => sql`company.id > ${id}` },
  newest: { by: sql`company.id desc`, after: ([id]) => sql`company.id < ${id}` },
  name: {
    by: sql`lower(company.name), company.id`,
    after: ([id]) => sql`(lower(company.name), company.id) > (select lower(name), id from company where id = ${id})`,
  },
  open: {
    by: sql`open_tasks desc, company_id desc`,
    after: ([id, openTasks]) => sql`(open_tasks, company_id) < (${openTasks}, ${id}::uuid)`,
  },
}

export async function selectLines(db: Kysely<Tables>, { sort, after, limit, patterns, withTasks }: LineQuery): Promise<LineRow[]> {
  const { by, after: isAfter } = orders[sort]
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from company join task_counts on company_id = company.id
    where ${after ? isAfter(after) : sql`true`}
      and ${withTasks ? sql`open_tasks + posted > 0` : sql`true`}
      and ${patterns ? matchesAll(sql`search_text`, patterns) : sql`true`}
    order by ${by} limit ${limit}`.execute(db)
  return rows
}

export async function findLine(db: Kysely<Tables>, id: string): Promise<(LineRow & { profile: CompanyProfile }) | undefined> {
  const { rows } = await sql<LineRow & { profile: CompanyProfile }>`
    select profile, ${lineColumns} from company join task_counts on company_id = company.id where company.id = ${id}`.execute(db)
  return rows[0]
}
