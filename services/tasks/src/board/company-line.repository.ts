import type { CompanyLine, CompanySort } from '@app/contracts/http/board.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { hasAll } from './search.ts'
import type { CountColumns } from './task-counts.ts'

/** A line as selected: its counts beside it, and no cards yet. */
export type LineRow = Omit<CompanyLine, 'counts' | 'cards'> & CountColumns & { openTasks: number }

/** What lines go on after: a company's id, and how many of its tasks were not posted. */
type LineKey = [id: string, openTasks: number]

export interface WhichLines {
  sort: CompanySort
  after?: LineKey
  limit: number
  /** What they are found by. */
  patterns?: readonly string[]
  /** Only those that have any. */
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

/** Each has an index. Ids grow with time. A name may be longer than a cursor, so that it is looked up. */
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

/** Lines of companies in their order, each with its counts. */
export async function selectLines(db: Kysely<Tables>, { sort, after, limit, patterns, withTasks }: WhichLines): Promise<LineRow[]> {
  const { by, after: isAfter } = orders[sort]
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from company join task_counts on company_id = company.id
    where ${after ? isAfter(after) : sql`true`}
      and ${withTasks ? sql`open_tasks + posted > 0` : sql`true`}
      and ${patterns ? hasAll(sql`search_text`, patterns) : sql`true`}
    order by ${by} limit ${limit}`.execute(db)
  return rows
}

/** The line of one company, and its whole profile. */
export async function findLine(db: Kysely<Tables>, id: string): Promise<(LineRow & { profile: CompanyProfile }) | undefined> {
  const { rows } = await sql<LineRow & { profile: CompanyProfile }>`
    select profile, ${lineColumns} from company join task_counts on company_id = company.id where company.id = ${id}`.execute(db)
  return rows[0]
}
