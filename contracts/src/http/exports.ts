import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableInteger, nullableText, oneOf } from '../primitives.ts'
import { exportStates } from '../rules/exports.ts'

/** An export of all data of a company. */
export const CompanyExport = Type.Object({
  _id: Id,
  state: oneOf(exportStates),
  requestedBy: oneOf(['owner', 'admin']),
  requestedAt: Instant,
  finishedAt: nullableText('when it became ready or failed, ISO 8601 in UTC; null before'),
  expiresAt: nullableText('when the file is deleted, ISO 8601 in UTC; null unless it is ready'),
  bytes: Type.Unsafe<number | null>({ ...nullableInteger, description: 'size of the ZIP file; null unless it is ready' }),
  records: Type.Unsafe<number | null>({ ...nullableInteger, description: 'number of records; null unless it is ready' }),
  files: Type.Unsafe<number | null>({
    ...nullableInteger,
    description: 'number of pictures, videos and documents; null unless it is ready',
  }),
})
export type CompanyExport = Type.Static<typeof CompanyExport>

/** Maximum length of the list of exports. Older exports are deleted. */
export const EXPORTS_MAX = 10

const OneCompany = Type.Object({ id: Id })
const Exports = Type.Array(CompanyExport, { maxItems: EXPORTS_MAX })

export const requestOwnExport = defineRoute({
  id: 'requestOwnExport',
  method: 'POST',
  url: '/company/exports',
  access: 'owner',
  idempotent: true,
  summary:
    "Requests an export of the caller's company, which a worker prepares. The caller gets an email when it is ready. 409 while another " +
    'export of the company is prepared, 429 after too many exports in a day',
  schema: { response: { 201: CompanyExport } },
})

export const listOwnExports = defineRoute({
  id: 'listOwnExports',
  method: 'GET',
  url: '/company/exports',
  access: 'owner',
  summary: "Lists the exports of the caller's company, newest first",
  schema: { response: { 200: Exports } },
})

export const requestCompanyExport = defineRoute({
  id: 'requestCompanyExport',
  method: 'POST',
  url: '/admin/company/:id/exports',
  access: 'admin',
  idempotent: true,
  summary: 'Requests an export of a company, like `requestOwnExport`. The admin gets the email',
  schema: { params: OneCompany, response: { 201: CompanyExport } },
})

export const listCompanyExports = defineRoute({
  id: 'listCompanyExports',
  method: 'GET',
  url: '/admin/company/:id/exports',
  access: 'admin',
  summary: 'Lists the exports of a company, newest first',
  schema: { params: OneCompany, response: { 200: Exports } },
})

export const downloadExport = defineRoute({
  id: 'downloadExport',
  method: 'GET',
  url: '/company/exports/:id/download',
  access: 'signed-in',
  summary:
    'Returns a signed URL of the ZIP file that is valid for five minutes. Owners download only exports of their own company, otherwise 404. ' +
    '409 unless the export is ready, 410 after it was deleted',
  schema: {
    params: Type.Object({ id: Id }),
    response: { 200: Type.Object({ url: Type.String({ description: 'secret: signed URL' }) }) },
  },
})
