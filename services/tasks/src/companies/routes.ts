import { Readable } from 'node:stream'
import type { App } from '@app/chassis/http/app.ts'
import { readCursor, setNextLink } from '@app/chassis/http/paging.ts'
import * as contract from '@app/contracts/http/all-companies.ts'
import { CompanyProfile } from '@app/contracts/http/company.ts'
import { Id } from '@app/contracts/primitives.ts'
import type { FastifyReply } from 'fastify'
import * as Type from 'typebox'
import { managerIn } from '../board/manager-in.ts'
import type { TasksDeps } from '../deps.ts'
import { chooseCompanies } from './choose-companies.ts'
import { prepareCompaniesJson } from './companies-json.ts'

const companyKey = Type.Tuple([Id])

export function registerCompanyRoutes(app: App, deps: TasksDeps): void {
  const companiesJson = prepareCompaniesJson(deps)

  app.route({
    ...contract.listAllCompanies,
    handler: async (request, reply) => {
      const { limit = contract.COMPANY_PAGE_MAX, cursor, companyProfileId } = request.query
      const after = readCursor(cursor, companyKey)?.[0]
      const { companies, hasMore } = await chooseCompanies(deps, { limit, after, companyProfileId, managerId: managerIn(request) })
      const last = companies.at(-1)
      if (hasMore && last) setNextLink(request, reply, limit, [last.profile._id])
      const toJson = reply.compileSerializationSchema(CompanyProfile as object as Record<string, unknown>)
      // The parts are created while the client reads. An error after the first part closes the connection.
      const parts = Readable.from(companiesJson(companies, toJson), { objectMode: false })
      return (reply as FastifyReply).type('application/json; charset=utf-8').send(parts)
    },
  })
}
