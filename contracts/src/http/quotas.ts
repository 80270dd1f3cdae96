import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, nullableInteger, oneOf, strictObject } from '../primitives.ts'
import { planNames } from '../rules/quotas.ts'

export const OWN_LIMIT_MAX = 100_000

export const Quota = Type.Object({
  plan: oneOf(planNames),
  isConfirmed: Type.Boolean({ description: 'whether the owner has confirmed the email address' }),
  ownLimits: Type.Object(
    { openTasks: nullableInteger, series: nullableInteger, fileMegabytes: nullableInteger },
    { description: 'the limits that an operator has set for this company; null: the limit of the plan' },
  ),
  usage: Type.Object({
    openTasks: Type.Integer({ description: 'tasks that are not posted' }),
    series: Type.Integer({ description: 'recurring tasks that have a next date' }),
    fileBytes: Type.Integer({
      description: 'size of the pictures that the owner and colleagues have attached to tasks, and of `photoBytes`',
    }),
    photoBytes: Type.Optional(
      Type.Integer({ description: 'size of the photos that the owner has sent, as of the last delivery that ended' }),
    ),
  }),
})

export const getQuota = defineRoute({
  id: 'getQuota',
  method: 'GET',
  url: '/task/quota/:companyProfileId',
  access: 'signed-in',
  summary: "Returns the plan of a company, its own limits, and how much is used. Owners can read only their own company's quota",
  schema: { params: CompanyParams, response: { 200: Quota } },
})

const OwnLimit = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: OWN_LIMIT_MAX })

export const setPlan = defineRoute({
  id: 'setPlan',
  method: 'PUT',
  url: '/admin/companies/:companyProfileId/plan',
  access: 'operator',
  idempotent: true,
  summary: 'Sets the plan of a company and its own limits. The change is recorded in the audit trail',
  schema: {
    params: CompanyParams,
    body: strictObject({
      plan: oneOf(planNames),
      ownLimits: strictObject({ openTasks: OwnLimit, series: OwnLimit, fileMegabytes: OwnLimit }),
    }),
    response: { 200: Quota },
  },
})
