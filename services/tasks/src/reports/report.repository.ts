import type { ListedReport, UnpreparedReport } from '@app/contracts/http/monthly-reports.ts'
import type { Month, ReportState } from '@app/contracts/rules/monthly-report.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { managerCondition } from '../board/managed.ts'
import type { StoredFigures } from '../db/report-tables.ts'
import type { Tables } from '../db/tables.ts'

export interface ReportRow {
  _id: string
  companyProfileId: string
  companyName: string
  month: Month
  number: number
  state: ReportState
  text: string
  figures: StoredFigures
  preparedAt: string
  sentAt: string | null
  /** Id of the newest report of the month that was sent after this one. */
  correctedBy: string | null
  version: number
}

const identityColumns = [
  'monthly_report.id as _id',
  'monthly_report.company_id as companyProfileId',
  'company_name as companyName',
  'month',
  'number',
  'state',
  'prepared_at as preparedAt',
  'sent_at as sentAt',
  'monthly_report.version',
] as const

const correctedBy = sql<string | null>`(
  select later.id from monthly_report as later
  where later.company_id = monthly_report.company_id and later.month = monthly_report.month and later.number > monthly_report.number
    and later.state = 'sent'
  order by later.number desc limit 1)`

const reports = (db: Kysely<Tables>) =>
  db
    .selectFrom('monthly_report')
    .select(identityColumns)
    .select(['text', 'figures', correctedBy.as('correctedBy')])

/** Returns a report. With `ownerId`, only a sent report of this owner's company. */
export function findReport(db: Kysely<Tables>, id: string, ownerId: string | undefined): Promise<ReportRow | undefined> {
  const query = reports(db).where('monthly_report.id', '=', id)
  if (ownerId === undefined) return query.executeTakeFirst()
  return query
    .innerJoin('company', 'company.id', 'monthly_report.company_id')
    .where('company.owner_id', '=', ownerId)
    .where('state', '=', 'sent')
    .executeTakeFirst()
}

export const lockReport = (trx: Transaction<Tables>, id: string): Promise<ReportRow | undefined> =>
  reports(trx).where('monthly_report.id', '=', id).forUpdate('monthly_report').executeTakeFirst()

/** Returns the report of a company for a month with the highest number. */
export const findNewestReport = (db: Kysely<Tables>, companyId: string, month: Month): Promise<ReportRow | undefined> =>
  reports(db)
    .where('monthly_report.company_id', '=', companyId)
    .where('month', '=', month)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Texts and figures that a report gets when it is prepared. */
export interface Prepared {
  companyName: string
  figures: StoredFigures
  preparedAt: string
}

const preparedColumns = ({ companyName, figures, preparedAt }: Prepared) => ({
  company_name: companyName,
  figures: JSON.stringify(figures),
  thumbnails: figures.posts.listed.flatMap(({ thumbnail }) => (thumbnail ? [thumbnail.key] : [])),
  prepared_at: preparedAt,
})

interface NewReport extends Prepared {
  companyId: string
  month: Month
  number: number
  text: string
}

export async function insertReport(trx: Transaction<Tables>, { companyId, month, number, text, ...prepared }: NewReport): Promise<string> {
  const id = uuidv7()
  await trx
    .insertInto('monthly_report')
    .values({ id, company_id: companyId, month, number, text, ...preparedColumns(prepared) })
    .execute()
  return id
}

/** Changes a report that was not sent yet. */
async function changeReport(
  trx: Transaction<Tables>,
  id: string,
  change: { text: string } | ReturnType<typeof preparedColumns> | { state: 'sent'; sent_at: string; sent_by: string },
): Promise<void> {
  await trx
    .updateTable('monthly_report')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const storePrepared = (trx: Transaction<Tables>, id: string, prepared: Prepared): Promise<void> =>
  changeReport(trx, id, preparedColumns(prepared))

export const storeText = (trx: Transaction<Tables>, id: string, text: string): Promise<void> => changeReport(trx, id, { text })

export const markSent = (trx: Transaction<Tables>, id: string, sent: { at: string; by: string }): Promise<void> =>
  changeReport(trx, id, { state: 'sent', sent_at: sent.at, sent_by: sent.by })

const listedReports = (db: Kysely<Tables>) =>
  db
    .selectFrom('monthly_report')
    .select(identityColumns)
    .select([
      sql<boolean>`text <> ''`.as('hasText'),
      sql<number>`(figures #>> '{content,posted}')::int`.as('posted'),
      sql<number>`(figures #>> '{content,delivered}')::int`.as('delivered'),
      sql<number | null>`(figures #>> '{content,timeToDecision,medianHours}')::float8`.as('decisionHours'),
      sql<number>`(figures #>> '{campaigns,total,sent}')::int`.as('emailsSent'),
      sql<number | null>`(figures #>> '{customers,customers}')::int`.as('customers'),
    ])

export const findListedReport = (db: Kysely<Tables>, id: string): Promise<ListedReport> =>
  listedReports(db).where('monthly_report.id', '=', id).executeTakeFirstOrThrow()

interface MonthPage {
  month: Month
  state: ReportState | undefined
  /** Only companies with this account manager. */
  managerId: string | undefined
  /** Name in lower case and id of the last company of the previous page. */
  after: readonly [string, string] | undefined
  limit: number
}

/** Returns the newest report of each company for a month, by name, with the name in lower case. */
export function listNewestReports(
  db: Kysely<Tables>,
  { month, state, managerId, after, limit }: MonthPage,
): Promise<(ListedReport & { sortName: string })[]> {
  const name = sql<string>`lower(company_name)`
  let page = listedReports(db)
    .select(name.as('sortName'))
    .where('month', '=', month)
    .where(sql<boolean>`not exists (
      select from monthly_report as later
      where later.company_id = monthly_report.company_id and later.month = monthly_report.month and later.number > monthly_report.number)`)
    .where(sql<boolean>`${managerCondition(managerId, sql`monthly_report.company_id`)}`)
    .orderBy(name)
    .orderBy('company_id')
    .limit(limit)
  if (state) page = page.where('state', '=', state)
  if (after) page = page.where(sql<boolean>`(lower(company_name), company_id) > (${after[0]}, ${after[1]}::uuid)`)
  return page.execute()
}

/** Returns the companies that existed before an instant and have no report for a month, by name, with the name in lower case. */
export async function listUnpreparedReports(
  db: Kysely<Tables>,
  { month, existedBefore, managerId, after, limit }: Omit<MonthPage, 'state'> & { existedBefore: string },
): Promise<(UnpreparedReport & { sortName: string })[]> {
  const { rows } = await sql<UnpreparedReport & { sortName: string }>`
    select id as "companyProfileId", name as "companyName", lower(name) as "sortName" from company
    where ${after ? sql`(lower(name), id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
      and (profile ->> 'createdAt')::timestamptz < ${existedBefore}
      and not exists (select from monthly_report where company_id = company.id and month = ${month})
      and ${managerCondition(managerId, sql`company.id`)}
    order by lower(name), id limit ${limit}`.execute(db)
  return rows
}

/** Returns the newest sent report of each month of a company, newest month first. */
export function listSentReports(
  db: Kysely<Tables>,
  { companyId, before, limit }: { companyId: string; before: Month | undefined; limit: number },
): Promise<ListedReport[]> {
  const sent = listedReports(db)
    .where('company_id', '=', companyId)
    .where('state', '=', 'sent')
    .where(correctedBy, 'is', null)
    .orderBy('month', 'desc')
    .limit(limit)
  return (before === undefined ? sent : sent.where('month', '<', before)).execute()
}

/** Returns the files among `keys` that a report shows. */
export async function filesInReports(db: Kysely<Tables>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as file (key)
    where exists (select from monthly_report where thumbnails @> array[file.key])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
