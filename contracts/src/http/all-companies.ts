import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, pageQuery } from '../primitives.ts'
import { manager } from './board.ts'
import { CompanyProfile } from './company.ts'
import { Task } from './tasks.ts'

export const CompanyTasks = Type.Object({
  company: CompanyProfile,
  tasks: Type.Array(Task),
  restOfTasks: Type.Optional(Type.String({ description: 'URL of the next page of the company’s tasks, if there are more' })),
})
export type CompanyTasks = Type.Static<typeof CompanyTasks>

export const COMPANY_PAGE_MAX = 200
/** Maximum numbers of companies and of their tasks in one response. Larger responses would delay other requests. */
export const COMPANIES_AT_ONCE = 50
export const TASKS_AT_ONCE = 1_000

export const listAllCompanies = defineRoute({
  id: 'listAllCompanies',
  method: 'GET',
  url: '/admin/all-companies',
  access: 'admin',
  summary:
    'Lists companies, oldest first, each with its newest 500 tasks. `restOfTasks` is the URL of its other tasks. `companyProfileId` selects one company. ' +
    `A response may contain fewer companies than \`limit\`: at most ${COMPANIES_AT_ONCE}, and no further company after ${TASKS_AT_ONCE} tasks`,
  schema: {
    querystring: Type.Object({ ...pageQuery(COMPANY_PAGE_MAX).properties, companyProfileId: Type.Optional(Id), manager }),
    response: { 200: Type.Array(CompanyTasks) },
  },
})
