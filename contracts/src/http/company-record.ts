import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, Instant, nullableText, oneOf, pageQuery } from '../primitives.ts'
import { recordKinds, recordRoles } from '../rules/decision-record.ts'
import { decisionChannels } from '../rules/reviews.ts'
import { PostLinks } from './tasks.ts'

/**
 * An entry of a company's decision record, as the portal shows it. Also contains the title of the task and the email address of
 * the decider, if these values are still stored.
 */
export const RecordEntry = Type.Object({
  number: Type.Integer(),
  kind: oneOf(recordKinds),
  taskId: Type.Integer({ description: 'number of the task' }),
  title: nullableText('title of the task; null after its removal'),
  previewNo: Type.Integer(),
  contentHash: Type.String({ description: 'SHA-256 in hexadecimal' }),
  channel: oneOf(decisionChannels),
  role: oneOf(recordRoles),
  decider: nullableText('email address of the owner or of the review link; null for admins, and after the name was erased'),
  deciderName: nullableText('name of the colleague who got the review link; null for other people, and after the name was erased'),
  hasSigns: Type.Boolean({ description: 'whether the decision has signs of a machine' }),
  reason: Type.Optional(
    Type.String({ description: 'why a launch was undone; absent for other entries, and after the removal of the task' }),
  ),
  launchComment: Type.Optional(Type.String({ description: 'the comment of the launch that was undone' })),
  launchPostedAt: Type.Optional(Type.String({ description: 'when the task was posted before the launch was undone, ISO 8601 in UTC' })),
  launchPostLinks: Type.Optional(PostLinks),
  at: Instant,
  hash: Type.String({ description: 'SHA-256 in hexadecimal' }),
})
export type RecordEntry = Type.Static<typeof RecordEntry>

export const RECORD_PAGE_MAX = 50

export const listCompanyRecord = defineRoute({
  id: 'listCompanyRecord',
  method: 'GET',
  url: '/company-record/:companyProfileId',
  access: 'signed-in',
  summary: 'Lists the decision record of a company, newest first',
  schema: { params: CompanyParams, querystring: pageQuery(RECORD_PAGE_MAX), response: { 200: Type.Array(RecordEntry) } },
})

export const RecordCheck = Type.Object({
  count: Type.Integer({ description: 'number of the checked records' }),
  lastHash: nullableText('hash of the last record; null without records'),
  problem: Type.Union([Type.Object({ number: Type.Integer(), message: Type.String() }), Type.Null()], {
    description: 'the first record that does not fit to the chain',
  }),
  isErased: Type.Optional(
    Type.Literal(true, { description: 'the company was erased: the record has no names any more. Only admins can still read it' }),
  ),
})
export type RecordCheck = Type.Static<typeof RecordCheck>

export const verifyCompanyRecord = defineRoute({
  id: 'verifyCompanyRecord',
  method: 'GET',
  url: '/company-record/:companyProfileId/verify',
  access: 'signed-in',
  summary: 'Checks the hashes of all records of a company. Only `palmetto-verify` also checks receipts, and works without the server',
  schema: { params: CompanyParams, response: { 200: RecordCheck } },
})

export const exportCompanyRecordCsv = defineRoute({
  id: 'exportCompanyRecordCsv',
  method: 'GET',
  url: '/company-record/:companyProfileId/record.csv',
  access: 'signed-in',
  answers: 'text/csv',
  summary: 'Returns all records of a company as CSV (RFC 4180). Cells that look like formulas are escaped',
  schema: { params: CompanyParams, response: { 200: Type.String() } },
})

export const exportCompanyRecord = defineRoute({
  id: 'exportCompanyRecord',
  method: 'GET',
  url: '/company-record/:companyProfileId/record.jsonl',
  access: 'signed-in',
  answers: 'application/jsonl',
  summary:
    'Returns all records of a company as JSON lines for `palmetto-verify`. The first line contains the public keys that verify receipts, ' +
    'each further line a record: `body`, `previousHash`, `hash`',
  schema: { params: CompanyParams, response: { 200: Type.String() } },
})
