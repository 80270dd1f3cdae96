import type { App } from '@app/chassis/http/app.ts'
import { linkNext, readCursor } from '@app/chassis/http/paging.ts'
import * as contract from '@app/contracts/http/all-companies.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { listAllCompanies } from './list-all-companies.ts'

const companyKey = Type.Tuple([Id])

export function registerCompanyRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract.listAllCompanies,
    handler: async (request, reply) => {
      const { limit = contract.COMPANY_PAGE_MAX, cursor, companyProfileId } = request.query
      const after = readCursor(cursor, companyKey)?.[0]
      const { companies, hasMore } = await listAllCompanies(deps, { limit, after, companyProfileId })
      const last = companies.at(-1)
      if (hasMore && last) linkNext(request, reply, limit, [last.company._id])
      return companies
    },
  })
}
