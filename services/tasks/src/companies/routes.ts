import type { App } from '@app/chassis/http/app.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import * as contract from '@app/contracts/http/tasks.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { listAllCompanies } from './list-all-companies.ts'

const companyKey = Type.Tuple([Id])

export function registerCompanyRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract.listAllCompanies,
    handler: async (request, reply) => {
      const { limit = contract.COMPANY_PAGE_MAX, cursor } = request.query
      const after = readCursor(cursor, companyKey)?.[0]
      const companies = await listAllCompanies(deps, { limit, after })
      return nextPage(request, reply, companies, limit, ({ company }) => [company._id])
    },
  })
}
