import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import {
  CompanyParams,
  Id,
  Instant,
  nullableInteger,
  nullableObject,
  nullableText,
  oneOf,
  pageQuery,
  strictObject,
  text,
} from '../primitives.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../rules/idempotency.ts'
import { REPORT_PLANNED_MAX, REPORT_POSTS_MAX, REPORT_TEXT_MAX, reportStates } from '../rules/monthly-report.ts'
import { platforms } from '../rules/task-status.ts'
import { manager } from './board.ts'
import { CampaignFigures, MailFigures, Month, NullableCustomers } from './report-figures.ts'

const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ description: 'YYYY-MM-DD' })

/** Each figure is defined in the file `reports/figures.ts` of the service that computes it. */
const Duration = Type.Object({
  medianHours: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'to one decimal; null if nothing was measured' }),
  count: Type.Integer({ minimum: 0, description: 'how many durations were measured' }),
})

export const ContentFigures = Type.Object({
  delivered: Type.Integer({ minimum: 0, description: 'tasks whose first version was delivered' }),
  posted: Type.Integer({ minimum: 0, description: 'tasks that were posted' }),
  timeToFirstPreview: Duration,
  timeToDecision: Duration,
  roundsOfRevision: Type.Object({
    total: Count,
    perTask: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'average of the tasks that the client decided about, to one decimal; null without such tasks',
    }),
  }),
})
export type ContentFigures = Type.Static<typeof ContentFigures>

export const ReportPost = Type.Object({
  taskId: Id,
  title: Type.String(),
  postedOn: Day,
  platforms: Type.Array(oneOf(platforms), { maxItems: platforms.length }),
  links: Type.Array(Type.Object({ platform: oneOf(platforms), url: Type.String() }), { maxItems: platforms.length }),
  thumbnail: nullableObject(
    Type.Object({ url: Type.String({ description: 'public URL' }), width: Type.Integer(), height: Type.Integer() }),
  ),
  alternativeText: Type.String({ description: 'for people who do not see the picture; may be empty' }),
})
export type ReportPost = Type.Static<typeof ReportPost>

export const PlannedPost = Type.Object({
  date: Day,
  time: nullableText("HH:MM in the company's time zone; null without a time of day"),
  title: Type.String(),
  platforms: Type.Array(oneOf(platforms), { maxItems: platforms.length }),
})
export type PlannedPost = Type.Static<typeof PlannedPost>

const listOf = <T extends Type.TSchema>(item: T, maxItems: number) =>
  Type.Object({
    listed: Type.Array(item, { maxItems, description: 'earliest first' }),
    more: Type.Integer({ minimum: 0, description: 'number of entries that are not listed' }),
  })

/** The figures that a report compares with those of the month before. */
const ComparedFigures = Type.Object({ content: ContentFigures, campaigns: MailFigures, customers: NullableCustomers })

export const ReportFigures = Type.Object({
  content: ContentFigures,
  posts: listOf(ReportPost, REPORT_POSTS_MAX),
  campaigns: CampaignFigures,
  customers: NullableCustomers,
  planned: listOf(PlannedPost, REPORT_PLANNED_MAX),
  before: Type.Unsafe<Type.Static<typeof ComparedFigures> | null>({
    ...nullableObject(ComparedFigures),
    description: 'figures of the month before; null if the company did not exist then',
  }),
})
export type ReportFigures = Type.Static<typeof ReportFigures>

const identity = {
  _id: Id,
  companyProfileId: Id,
  companyName: Type.String(),
  month: Month,
  number: Type.Integer({ minimum: 1, description: '1, or more for a corrected report' }),
  state: oneOf(reportStates),
  preparedAt: Instant,
  sentAt: nullableText('ISO 8601 in UTC; null until it was sent'),
}

/** What the agency did for a company in a month. */
export const MonthlyReport = Type.Object({
  ...identity,
  text: Type.String({ description: 'plain text of the admin; a blank line separates paragraphs; may be empty' }),
  figures: ReportFigures,
  correctedBy: nullableText('`_id` of the corrected report that was sent later; null if none was'),
  version: Type.Integer({ description: 'increases with each change' }),
})
export type MonthlyReport = Type.Static<typeof MonthlyReport>

/** A report in a list, with the figures by which an admin looks through reports before sending them. */
export const ListedReport = Type.Object({
  ...identity,
  hasText: Type.Boolean(),
  posted: Count,
  delivered: Count,
  decisionHours: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
  emailsSent: Count,
  customers: nullableInteger,
  version: Type.Integer(),
})
export type ListedReport = Type.Static<typeof ListedReport>

export const REPORT_PAGE_MAX = 100
export const REPORTS_SENT_MAX = 50

const OneReport = Type.Object({ id: Id })

export const listReports = defineRoute({
  id: 'listReports',
  method: 'GET',
  url: '/admin/reports',
  access: 'admin',
  summary: 'Lists the newest report of each company for a month, by name of the company',
  schema: {
    querystring: Type.Object({
      month: Month,
      state: Type.Optional(oneOf(reportStates)),
      manager,
      ...pageQuery(REPORT_PAGE_MAX, 1_000).properties,
    }),
    response: { 200: Type.Array(ListedReport) },
  },
})

/** A company that has no report for a month yet. */
export const UnpreparedReport = Type.Object({ companyProfileId: Id, companyName: Type.String() })
export type UnpreparedReport = Type.Static<typeof UnpreparedReport>

export const listUnpreparedReports = defineRoute({
  id: 'listUnpreparedReports',
  method: 'GET',
  url: '/admin/reports/unprepared',
  access: 'admin',
  summary: 'Lists the companies that existed in a month and have no report for it yet, by name',
  schema: {
    querystring: Type.Object({ month: Month, manager, ...pageQuery(REPORT_PAGE_MAX, 1_000).properties }),
    response: { 200: Type.Array(UnpreparedReport) },
  },
})

export const listSentReports = defineRoute({
  id: 'listSentReports',
  method: 'GET',
  url: '/reports/company/:companyProfileId',
  access: 'signed-in',
  summary:
    'Lists the sent reports of a company, newest month first. Of a month with corrected reports, only the newest. 404 for a company of ' +
    'another owner',
  schema: { params: CompanyParams, querystring: pageQuery(REPORT_PAGE_MAX), response: { 200: Type.Array(ListedReport) } },
})

export const getReport = defineRoute({
  id: 'getReport',
  method: 'GET',
  url: '/reports/:id',
  access: 'signed-in',
  summary: 'Returns a report. Owners get only the sent reports of their own company, otherwise 404',
  schema: { params: OneReport, response: { 200: MonthlyReport } },
})

export const downloadReport = defineRoute({
  id: 'downloadReport',
  method: 'GET',
  url: '/reports/:id/report.pdf',
  access: 'signed-in',
  answers: 'application/pdf',
  summary: 'Returns a report as a tagged PDF file. Owners get only the sent reports of their own company, otherwise 404',
  schema: { params: OneReport, response: { 200: Type.String() } },
})

export const prepareReport = defineRoute({
  id: 'prepareReport',
  method: 'POST',
  url: '/admin/reports/prepare',
  access: 'admin',
  idempotent: true,
  summary:
    'Prepares the report of a company for a month that has ended, or computes the figures of a prepared report again, whose text stays. ' +
    '409 if it was sent: correct it instead. 503 while another service cannot return its figures',
  schema: { body: strictObject({ companyProfileId: Id, month: Month }), response: { 200: MonthlyReport } },
})

export const setReportText = defineRoute({
  id: 'setReportText',
  method: 'PUT',
  url: '/admin/reports/:id/text',
  access: 'admin',
  idempotent: true,
  versioned: true,
  summary: 'Changes the text of a prepared report. 409 with the current report if it was sent or has another version',
  schema: { params: OneReport, body: strictObject({ text: text(REPORT_TEXT_MAX) }), response: { 200: MonthlyReport } },
})

export const correctReport = defineRoute({
  id: 'correctReport',
  method: 'POST',
  url: '/admin/reports/:id/correct',
  access: 'admin',
  idempotent: true,
  summary:
    'Prepares a corrected report with the next number, with new figures and the text of the sent report, which stays as it is. 409 unless ' +
    'the report is the newest of its month and was sent. 503 while another service cannot return its figures',
  schema: { params: OneReport, response: { 201: MonthlyReport } },
})

/** The result for one report of `sendReports`. */
export const ReportResult = Type.Object({
  id: Id,
  status: Type.Integer({ description: '200 if the report was sent, otherwise the status code of the failure' }),
  message: Type.String({ description: 'the reason why the report was not sent; empty for 200' }),
  report: Type.Optional(ListedReport),
})
export type ReportResult = Type.Static<typeof ReportResult>

/**
 * The request has no idempotency key, because each report has its own key. If a report was sent with a key, another request with this key
 * returns the same result for the report.
 */
export const sendReports = defineRoute({
  id: 'sendReports',
  method: 'POST',
  url: '/admin/reports/send',
  access: 'admin',
  summary:
    `Sends up to ${REPORTS_SENT_MAX} prepared reports to the owners of their companies, one after the other. The response contains a result ` +
    'for each report, in the order of the request. 409 in the result if the report was sent already or has another version',
  schema: {
    body: strictObject({
      reports: Type.Array(
        strictObject({
          id: Id,
          version: Type.Integer({ minimum: 1 }),
          idempotencyKey: Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN }),
        }),
        { minItems: 1, maxItems: REPORTS_SENT_MAX },
      ),
    }),
    response: { 200: Type.Object({ results: Type.Array(ReportResult) }) },
  },
})
