import type { CompanyLine, CompanySort } from '@app/contracts/http/board.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { managerCondition } from './managed.ts'
import { matchesAll } from './search.ts'
import type { CountColumns } from './task-counts.ts'
import { accountCondition, unconfirmedCompanies } from './unconfirmed.ts'

/** A company's line on the board, with count columns instead of `counts` and without cards. */
export type LineRow = Omit<CompanyLine, 'counts' | 'cards'> & CountColumns & { openTasks: number }

/** A line of a list. `sortValue` is the second part of its cursor. */
type ListedRow = LineRow & { sortValue: number }

/**
 * The cursor of a page of lines: the id of the last company, and its sort value as an integer. The sort value is 0 if the list is sorted by
 * id or name.
 */
type LineKey = [id: string, sortValue: number]

export interface LineQuery {
  sort: CompanySort
  isReversed: boolean
  after?: LineKey
  limit: number
  patterns?: readonly string[]
  withTasks: boolean
  /** Only unconfirmed accounts; false: only the other accounts. */
  unconfirmed?: boolean
  /** Only companies with this account manager. */
  managerId?: string
}

const textOf = (name: keyof CompanyProfile) => sql`coalesce(profile ->> ${sql.lit(name)}, '')`

const lineColumns = sql`
  company.id as "_id", company.name as "companyName", ${textOf('dba')} as dba, ${textOf('industry')} as industry,
  ${textOf('email')} as email, ${textOf('phone')} as phone, ${textOf('city')} as city, ${textOf('color1')} as color1,
  profile ->> 'logo' as logo, ${textOf('createdAt')} as "createdAt", nullif(signed_in_at, 'epoch') as "lastSignedInAt",
  company.id in ${unconfirmedCompanies} as "isUnconfirmed",
  (select manager_id from company_manager where company_manager.company_id = company.id) as "managerId",
  pending, roll_back as "rollBack", approved, posted, open_tasks as "openTasks", previews_owed as "previewsOwed",
  with_client as "withClient", next_posting_date as "nextPostingDate"`

const lines = sql`
  company join task_counts on task_counts.company_id = company.id left join owner_sign_in on owner_sign_in.owner_id = company.owner_id`

/**
 * Like `lines`, but with an inner join, because only then can Postgres read the companies in the order of the index on the sign-ins. The
 * inner join omits no company, because the owner of each company has a row in `owner_sign_in`.
 */
const linesInSignInOrder = sql`
  company join task_counts on task_counts.company_id = company.id join owner_sign_in on owner_sign_in.owner_id = company.owner_id`

interface Order {
  /** The columns by which the list is sorted. An index has the same columns. */
  by: readonly RawBuilder<unknown>[]
  isDescending?: boolean
  /** The sort value of a company for the cursor, as an integer. */
  value?: RawBuilder<unknown>
  /** The values of the columns `by` for the company of a cursor. */
  valuesOf(key: LineKey): RawBuilder<unknown>
}

const byCount = (column: RawBuilder<unknown>): Order => ({
  by: [column, sql`task_counts.company_id`],
  isDescending: true,
  value: column,
  valuesOf: ([id, count]) => sql`${count}, ${id}::uuid`,
})

/** Number of days from 1970-01-01 to 9999-12-31. A company without posting date is sorted as if its next posting date were 9999-12-31. */
const LAST_DAY = 2_932_896
const nextPosting = sql`coalesce(next_posting_date, date '9999-12-31')`

/**
 * Each order uses an index. Newer companies have greater ids, so `oldest` and `newest` sort by id. The cursor contains no name, because a
 * name can be too long. For the order `name`, the query therefore selects the name of the company whose id is in the cursor.
 */
const orders: Readonly<Record<CompanySort, Order>> = {
  oldest: { by: [sql`company.id`], valuesOf: ([id]) => sql`${id}::uuid` },
  newest: { by: [sql`company.id`], isDescending: true, valuesOf: ([id]) => sql`${id}::uuid` },
  name: {
    by: [sql`lower(company.name)`, sql`company.id`],
    valuesOf: ([id]) => sql`select lower(name), id from company where id = ${id}`,
  },
  open: byCount(sql`open_tasks`),
  owed: byCount(sql`previews_owed`),
  'with-client': byCount(sql`with_client`),
  'to-launch': byCount(sql`approved`),
  'next-posting': {
    by: [nextPosting, sql`task_counts.company_id`],
    value: sql`${nextPosting} - date '1970-01-01'`,
    valuesOf: ([id, day]) => sql`date '1970-01-01' + ${Math.min(Math.max(day, 0), LAST_DAY)}::integer, ${id}::uuid`,
  },
  // Times of sign-ins are whole minutes.
  'signed-in': {
    by: [sql`signed_in_at`, sql`owner_sign_in.company_id`],
    isDescending: true,
    value: sql`(extract(epoch from signed_in_at) / 60)::bigint`,
    valuesOf: ([id, minute]) => sql`to_timestamp(${minute}::bigint * 60), ${id}::uuid`,
  },
}

export async function selectLines(
  db: Kysely<Tables>,
  { sort, isReversed, after, limit, patterns, withTasks, unconfirmed, managerId }: LineQuery,
): Promise<ListedRow[]> {
  const { by, isDescending = false, value = sql`0`, valuesOf } = orders[sort]
  const [direction, isAfter] = isDescending === isReversed ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const { rows } = await sql<ListedRow>`
    select ${lineColumns}, ${value} as "sortValue" from ${sort === 'signed-in' ? linesInSignInOrder : lines}
    where ${after ? sql`(${sql.join(by)}) ${isAfter} (${valuesOf(after)})` : sql`true`}
      and ${accountCondition(unconfirmed, sql`company.id`)} and ${managerCondition(managerId, sql`company.id`)}
      and ${withTasks ? sql`open_tasks + posted > 0` : sql`true`}
      and ${patterns ? matchesAll(sql`search_text`, patterns) : sql`true`}
    order by ${sql.join(by.map((column) => sql`${column} ${direction}`))} limit ${limit}`.execute(db)
  return rows
}

/** The line of one company, with its profile, and the id and the sign-in address of its owner. */
type CompanyRow = LineRow & { profile: CompanyProfile; ownerId: string; ownerEmail: string | null }

export async function findLine(db: Kysely<Tables>, id: string): Promise<CompanyRow | undefined> {
  const { rows } = await sql<CompanyRow>`
    select profile, company.owner_id as "ownerId", owner_address.email as "ownerEmail", ${lineColumns}
    from ${lines} left join owner_address on owner_address.owner_id = company.owner_id where company.id = ${id}`.execute(db)
  return rows[0]
}
