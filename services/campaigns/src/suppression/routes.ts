import { requireCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/suppressions.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { CampaignsDeps } from '../deps.ts'
import { deleteSuppression, suppressionsOf } from './suppression.repository.ts'

const suppressionKey = Type.Tuple([Id])

const suppressionNotFound = () =>
  new AppError('suppression-not-found', 'not-found', 'This email address is not on your list of unsubscribed and blocked addresses.')

export function registerSuppressionRoutes(app: App, deps: CampaignsDeps): void {
  app.route({
    ...contract.listSuppressions,
    handler: async (request, reply) => {
      const { limit = contract.SUPPRESSION_PAGE_MAX, cursor, search } = request.query
      const before = readCursor(cursor, suppressionKey)?.[0]
      const { companyProfileId } = request.params
      await requireCompany(deps, readerOf(request), companyProfileId)
      const suppressions = await suppressionsOf(deps.db, companyProfileId, { limit: limit + 1, before, search })
      return nextPage(request, reply, suppressions, limit, ({ _id }) => [_id])
    },
  })

  app.route({
    ...contract.liftSuppression,
    handler: (request) =>
      inTransaction(deps.db, async (trx) => {
        const email = await deleteSuppression(trx, request.params.id, callerOf(request).id)
        if (!email) throw suppressionNotFound()
        const message = `${email} will get your campaigns again if your spreadsheet says Yes.`
        return idempotentRequestOf(request).storeResponse(trx, { message })
      }),
  })
}
