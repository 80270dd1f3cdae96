import { registerErasure } from '@app/chassis/erasure/routes.ts'
import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/erasure.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { CompanyDeps } from '../deps.ts'
import { companyErasure } from './company-erasure.ts'
import { erasePersonEverywhere, nobody } from './erase-person.ts'
import { pageOfErasures } from './erasure.repository.ts'
import { cancelErasure, keepCompany } from './keep-company.ts'
import { confirmErasure, requestErasure } from './request-erasure.ts'

const erasureKey = Type.Tuple([Id])

export function registerErasureRoutes(app: App, deps: CompanyDeps): void {
  app.route({
    ...contract.requestErasure,
    handler: (request) => requestErasure(deps, request.user.sub, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.keepCompany,
    handler: (request) => keepCompany(deps, request.user.sub, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.confirmErasure,
    handler: (request) => confirmErasure(deps, { token: request.body.token, client: clientKey(request.ip) }, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.listErasures,
    handler: async (request, reply) => {
      const { limit = contract.ERASURE_PAGE_MAX, cursor, companyProfileId: companyId } = request.query
      const before = readCursor(cursor, erasureKey)?.[0]
      const found = await pageOfErasures(deps.db, { companyId, limit: limit + 1, before })
      return nextPage(request, reply, found, limit, ({ _id }) => [_id])
    },
  })

  app.route({
    ...contract.cancelErasure,
    handler: (request) =>
      cancelErasure(deps, { id: request.params.id, reason: request.body.reason, actor: request.user.sub }, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.erasePersonEverywhere,
    handler: (request) => {
      const idempotency = idempotentRequestOf(request)
      return erasePersonEverywhere(deps, { ...request.body, actor: request.user.sub }, (trx, erased) =>
        idempotency.storeResponse(trx, erased),
      )
    },
  })

  registerErasure(app, { ...deps, service: 'company', company: companyErasure(deps), erasePerson: nobody })
}
