import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, pageQuery } from '../primitives.ts'
import { CompanyProfile } from './company.ts'
import { Task } from './tasks.ts'

export const CompanyTasks = Type.Object({
  company: CompanyProfile,
  tasks: Type.Array(Task),
  restOfTasks: Type.Optional(Type.String({ description: 'address of the next page of its tasks, when it has more' })),
})
export type CompanyTasks = Type.Static<typeof CompanyTasks>

/** The largest `limit` of the admin list; its answers are smaller, so that no admin's screen slows down everybody else. */
export const COMPANY_PAGE_MAX = 200
/** Most companies one answer of the admin list holds, and from how many tasks on it takes up no further company. */
export const COMPANIES_AT_ONCE = 50
export const TASKS_AT_ONCE = 1_000

export const listAllCompanies = defineRoute({
  id: 'listAllCompanies',
  service: 'tasks',
  method: 'GET',
  url: '/admin/all-companies',
  access: 'admin',
  summary:
    'Companies, oldest first, each with its tasks (the newest 500, the rest by `restOfTasks`); only one with `companyProfileId`. ' +
    `An answer may hold fewer than \`limit\`: at most ${COMPANIES_AT_ONCE}, and no further ones beyond ${TASKS_AT_ONCE} tasks`,
  schema: {
    querystring: Type.Object({ ...pageQuery(COMPANY_PAGE_MAX).properties, companyProfileId: Type.Optional(Id) }),
    response: { 200: Type.Array(CompanyTasks) },
  },
})
