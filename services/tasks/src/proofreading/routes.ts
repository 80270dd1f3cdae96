import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/proofreading.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { acceptFinding, undoAcceptFinding } from './accept-finding.ts'
import { deleteAccepted, findAccepted } from './accepted-finding.repository.ts'
import { getProofreading } from './get-proofreading.ts'

const acceptedKey = Type.Tuple([Id])

const REMOVED = { message: 'Removed from the words marked as right' }
const acceptedNotFound = (): AppError => new AppError('accepted-finding-not-found', 'not-found', 'These words are not marked as right')

export function registerProofreadingRoutes(app: App, deps: TasksDeps): void {
  const { db } = deps

  app.route({ ...contract.getProofreading, handler: ({ params }) => getProofreading(db, params.previewId) })

  app.route({
    ...contract.acceptFinding,
    handler: (request) => acceptFinding(deps, callerOf(request), request.params, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.undoAcceptFinding,
    handler: (request) => undoAcceptFinding(deps, callerOf(request), request.params, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.listAcceptedFindings,
    handler: async (request, reply) => {
      const { companyProfileId } = request.params
      const { limit = contract.ACCEPTED_PAGE_MAX, cursor } = request.query
      const before = readCursor(cursor, acceptedKey)?.[0]
      if (!(await findCompany(db, companyProfileId))) throw companyNotFound()
      const accepted = await findAccepted(db, companyProfileId, { limit: limit + 1, before })
      return nextPage(request, reply, accepted, limit, ({ _id }) => [_id])
    },
  })

  app.route({
    ...contract.removeAcceptedFinding,
    handler: (request) => {
      const { companyProfileId, acceptedId } = request.params
      return inTransaction(db, async (trx) => {
        if (!(await deleteAccepted(trx, companyProfileId, acceptedId))) throw acceptedNotFound()
        return idempotentRequestOf(request).storeResponse(trx, REMOVED)
      })
    },
  })
}
