import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, pageQuery } from '../primitives.ts'
import { CompanyProfile } from './company.ts'
import { Task } from './tasks.ts'

export const CompanyTasks = Type.Object({
  company: CompanyProfile,
  tasks: Type.Array(Task),
  restOfTasks: Type.Optional(Type.String({ description: 'URL of the next page of its tasks, if it has more' })),
})
export type CompanyTasks = Type.Static<typeof CompanyTasks>

/** Maximum of `limit`. Responses contain fewer companies, so that one admin screen does not slow down other requests. */
export const COMPANY_PAGE_MAX = 200
/** Page limits of the admin list: at most this many companies, and no further company once this many tasks are in the response. */
export const COMPANIES_AT_ONCE = 50
export const TASKS_AT_ONCE = 1_000

export const listAllCompanies = defineRoute({
  id: 'listAllCompanies',
  service: 'tasks',
  method: 'GET',
  url: '/admin/all-companies',
  access: 'admin',
  summary:
    'Lists companies, oldest first, each with its newest 500 tasks (`restOfTasks` is the URL of the others). `companyProfileId` selects one company. ' +
    `A response may contain fewer companies than \`limit\`: at most ${COMPANIES_AT_ONCE}, and no further company once it has ${TASKS_AT_ONCE} tasks`,
  schema: {
    querystring: Type.Object({ ...pageQuery(COMPANY_PAGE_MAX).properties, companyProfileId: Type.Optional(Id) }),
    response: { 200: Type.Array(CompanyTasks) },
  },
})
