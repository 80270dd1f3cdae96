import * as Type from 'typebox'
import { defineRoute, serviceNames } from '../define.ts'
import { Id, Instant, Message, nullableOneOf, nullableText, oneOf, pageQuery, strictObject, text } from '../primitives.ts'
import { ERASURE_LINK_LIFE_HOURS, ERASURE_REASON_MAX, ERASURE_WAIT_DAYS, erasureStates } from '../rules/erasure.ts'
import { erasureDueAt } from './company.ts'

export const ERASURE_PAGE_MAX = 50

export const requestErasure = defineRoute({
  id: 'requestErasure',
  method: 'POST',
  url: '/company/erasure',
  access: 'owner',
  idempotent: true,
  summary:
    `Sends the owner a link that confirms the erasure of the company, and replaces an earlier link. It works for ${ERASURE_LINK_LIFE_HOURS} ` +
    'hours, and nothing changes before. 409 `erasure-confirmed` if the erasure is confirmed already; 429 after too many requests',
  schema: { response: { 200: Message } },
})

export const keepCompany = defineRoute({
  id: 'keepCompany',
  method: 'DELETE',
  url: '/company/erasure',
  access: 'owner',
  idempotent: true,
  summary: 'Cancels the erasure: the company stays. Without one, nothing changes. 409 `erasure-begun` if the data is being erased',
  schema: { response: { 200: Message } },
})

export const confirmErasure = defineRoute({
  id: 'confirmErasure',
  method: 'POST',
  url: '/company/erasure/confirm',
  access: 'public',
  idempotent: true,
  summary:
    `Confirms the erasure of a company with the token of the mailed link. The data is erased after ${ERASURE_WAIT_DAYS} days. 410 ` +
    '`erasure-link-gone` for an invalid token, and for one that was used or replaced or has expired',
  schema: {
    body: strictObject({ token: Type.String({ maxLength: 200, description: 'secret: from the mailed link' }) }),
    response: { 200: Type.Object({ message: Type.String(), dueAt: Instant }) },
  },
})

/** What one service erased: numbers of rows by table, and the number of files. */
export const ErasedCounts = Type.Object({ tables: Type.Record(Type.String(), Type.Integer()), files: Type.Integer() })
export type ErasedCounts = Type.Static<typeof ErasedCounts>

const ErasureReport = Type.Record(Type.String({ description: 'service' }), ErasedCounts)
export type ErasureReport = Type.Static<typeof ErasureReport>

/** The erasure of a company in the list of admins. After the erasure, only the counts and the times remain. */
export const Erasure = Type.Object({
  _id: Id,
  state: oneOf(erasureStates),
  companyProfileId: nullableText('null after the erasure'),
  companyName: nullableText('null after the erasure'),
  askedAt: Instant,
  confirmedAt: nullableText('when the owner opened the mailed link and confirmed; ISO 8601 in UTC'),
  dueAt: erasureDueAt,
  endedAt: nullableText('when the data was erased, or the erasure canceled; ISO 8601 in UTC'),
  keptBy: nullableOneOf(['owner', 'admin']),
  reason: nullableText('why an admin canceled the erasure'),
  report: ErasureReport,
})
export type Erasure = Type.Static<typeof Erasure>

export const listErasures = defineRoute({
  id: 'listErasures',
  method: 'GET',
  url: '/admin/erasures',
  access: 'admin',
  summary: 'Lists the erasures of companies, newest first, with what each service has erased',
  schema: {
    querystring: Type.Object({ companyProfileId: Type.Optional(Id), ...pageQuery(ERASURE_PAGE_MAX).properties }),
    response: { 200: Type.Array(Erasure) },
  },
})

export const cancelErasure = defineRoute({
  id: 'cancelErasure',
  method: 'POST',
  url: '/admin/erasures/:id/cancel',
  access: 'admin',
  idempotent: true,
  summary: 'Cancels the erasure of a company before it begins. The owner gets an email with the reason. 409 `erasure-begun` afterwards',
  schema: {
    params: Type.Object({ id: Id }),
    body: strictObject({ reason: text(ERASURE_REASON_MAX) }),
    response: { 200: Message },
  },
})

/** What was found about a person in one service. */
const PersonReport = Type.Object({
  service: oneOf(serviceNames),
  isErased: Type.Boolean({ description: 'false if the service was unavailable. Repeat the request' }),
  tables: Type.Record(Type.String(), Type.Integer()),
})

/** Rows about a person in the spreadsheet of a company, which only its owner can delete. */
export const SpreadsheetRows = Type.Object({
  companyProfileId: Id,
  customerIds: Type.Array(Type.String(), { description: 'column Customer ID of the rows. A row without an id has its number instead' }),
})
export type SpreadsheetRows = Type.Static<typeof SpreadsheetRows>

export const erasePersonEverywhere = defineRoute({
  id: 'erasePersonEverywhere',
  method: 'POST',
  url: '/admin/persons/erase',
  access: 'operator',
  idempotent: true,
  summary:
    'Erases what concerns a person with this email address in all services: recipients and results of campaigns, emails, colleagues, contact ' +
    'messages, texts of replies. An unsubscribe stays, as a keyed hash. `spreadsheets` lists the rows that owners must delete. 409 `person-has-account` for an owner or admin: erase the company, or ' +
    'remove the admin',
  schema: {
    body: strictObject({ email: text(254), reason: Type.String({ minLength: 1, maxLength: ERASURE_REASON_MAX }) }),
    response: {
      200: Type.Object({ isComplete: Type.Boolean(), services: Type.Array(PersonReport), spreadsheets: Type.Array(SpreadsheetRows) }),
    },
  },
})
export type PersonReport = Type.Static<typeof PersonReport>
