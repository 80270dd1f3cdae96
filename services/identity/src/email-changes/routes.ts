import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { cancelEmailChange, changeEmail, confirmEmailChange, getEmailChange, revertEmailChange } from '@app/contracts/http/email-changes.ts'
import type { IdentityDeps } from '../deps.ts'
import { confirmChange } from './confirm-change.ts'
import { cancelChange, pendingChange } from './pending-change.ts'
import { requestChange } from './request-change.ts'
import { revertChange } from './revert-change.ts'

export function registerEmailChangeRoutes(app: App, deps: IdentityDeps): void {
  app.route({
    ...changeEmail,
    handler: (request) =>
      requestChange(deps, { ...request.body, userId: request.user.sub, client: clientKey(request.ip) }, idempotentRequestOf(request)),
  })

  app.route({ ...getEmailChange, handler: (request) => pendingChange(deps, request.user.sub) })

  app.route({
    ...cancelEmailChange,
    handler: (request) => cancelChange(deps, request.user.sub, idempotentRequestOf(request)),
  })

  app.route({
    ...confirmEmailChange,
    handler: (request) => confirmChange(deps, { ...request.body, client: clientKey(request.ip) }, idempotentRequestOf(request)),
  })

  app.route({
    ...revertEmailChange,
    handler: (request) => revertChange(deps, { ...request.body, client: clientKey(request.ip) }, idempotentRequestOf(request)),
  })
}
