import * as Type from 'typebox'
import { defineRoute, type ServiceName } from '../define.ts'
import { Id } from '../primitives.ts'

const exportRoute = <const I extends string, const S extends ServiceName>(id: I, service: S) =>
  defineRoute({
    id,
    service,
    method: 'GET',
    url: '/internal/export/:companyProfileId/:kind',
    access: 'public',
    internal: true,
    answers: 'application/jsonl',
    summary:
      'Returns a page of the records of one kind for the export of a company, as JSON lines. If there are more records, the response has ' +
      'the header `Link: <…>; rel="next"`. `Authorization: Key …` must contain `INTERNAL_DATA_KEY`. 404 for a kind that the service does ' +
      'not have',
    schema: {
      params: Type.Object({ companyProfileId: Id, kind: Type.String({ maxLength: 50 }) }),
      querystring: Type.Object({
        ownerId: Type.String({ ...Id, description: "id of the company's owner" }),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        cursor: Type.Optional(Type.String({ maxLength: 500 })),
      }),
      response: { 200: Type.String() },
    },
  })

export const exportIdentityRecords = exportRoute('exportIdentityRecords', 'identity')
export const exportTaskRecords = exportRoute('exportTaskRecords', 'tasks')
export const exportDocumentRecords = exportRoute('exportDocumentRecords', 'documents')
export const exportCustomerRecords = exportRoute('exportCustomerRecords', 'crm-proxy')
export const exportCampaignRecords = exportRoute('exportCampaignRecords', 'campaigns')

/** A route with which `company` reads records for exports from the service in `service`. */
export type ExportRecordsRoute = ReturnType<typeof exportRoute>
