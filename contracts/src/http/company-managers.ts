import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, nullableObject, oneOf, strictObject } from '../primitives.ts'
import { AccountManager } from './company.ts'

/** Maximum number of companies that one request hands over. */
export const HANDED_OVER_MAX = 100

const nullableId = (description: string) => Type.Unsafe<string | null>({ ...Id, type: ['string', 'null'], description })

const adminId = nullableId('the new account manager; null: the company has none')

export const setCompanyManager = defineRoute({
  id: 'setCompanyManager',
  method: 'PUT',
  url: '/admin/company/:id/manager',
  access: 'admin',
  idempotent: true,
  summary:
    'Sets the account manager of a company, an admin. 422 for a user who is not an admin. 409 `manager-changed` with the current ' +
    '`accountManager` if it is no longer `currentAdminId`',
  schema: {
    params: Type.Object({ id: Id }),
    body: strictObject({ adminId, currentAdminId: Type.Optional(nullableId('the account manager that the caller saw')) }),
    response: { 200: Type.Object({ accountManager: nullableObject(AccountManager) }) },
  },
})

const handOverOutcomes = ['changed', 'unchanged', 'not-found'] as const

const HandedOver = Type.Object({ companyId: Id, outcome: oneOf(handOverOutcomes) })
export type HandedOver = Type.Static<typeof HandedOver>

export const handOverCompanies = defineRoute({
  id: 'handOverCompanies',
  method: 'POST',
  url: '/admin/companies/manager',
  access: 'admin',
  idempotent: true,
  summary: `Sets the account manager of up to ${HANDED_OVER_MAX} companies. The response has a result for each, in the order of the request`,
  schema: {
    body: strictObject({ companyIds: Type.Array(Id, { minItems: 1, maxItems: HANDED_OVER_MAX }), adminId }),
    response: { 200: Type.Object({ results: Type.Array(HandedOver) }) },
  },
})
