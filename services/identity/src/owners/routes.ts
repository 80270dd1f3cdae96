import type { App } from '@app/chassis/http/app.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/owners.ts'
import { userById } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { correctEmail } from './correct-email.ts'
import { requireOwner, toOwnerAccount } from './owner-account.ts'
import { resendConfirmation } from './resend-confirmation.ts'

export function registerOwnerRoutes(app: App, deps: IdentityDeps): void {
  app.route({
    ...contract.getOwner,
    handler: async ({ params }) => toOwnerAccount(requireOwner(await userById(deps.db, params.ownerId))),
  })

  app.route({
    ...contract.correctEmail,
    handler: (request) => correctEmail(deps, { ...request.body, ...request.params, by: request.user.sub }, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.resendConfirmation,
    handler: (request) => resendConfirmation(deps, request.params.ownerId, idempotentRequestOf(request)),
  })
}
