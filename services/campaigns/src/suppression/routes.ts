import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/suppressions.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { CampaignsDeps } from '../deps.ts'
import { liftSuppression } from './lift-suppression.ts'
import { listSuppressions } from './list-suppressions.ts'

const suppressionKey = Type.Tuple([Id])

export function registerSuppressionRoutes(app: App, deps: CampaignsDeps): void {
  app.route({
    ...contract.listSuppressions,
    handler: async (request, reply) => {
      const { limit = contract.SUPPRESSION_PAGE_MAX, cursor, search } = request.query
      const before = readCursor(cursor, suppressionKey)?.[0]
      const page = { limit: limit + 1, before, search }
      const suppressions = await listSuppressions(deps, readerOf(request), request.params.companyProfileId, page)
      return nextPage(request, reply, suppressions, limit, ({ _id }) => [_id])
    },
  })

  app.route({
    ...contract.liftSuppression,
    handler: (request) => liftSuppression(deps, callerOf(request), request.params.id, idempotentRequestOf(request)),
  })
}
