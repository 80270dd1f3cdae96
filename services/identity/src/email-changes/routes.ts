import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { changeEmail, confirmEmailChange, revertEmailChange } from '@app/contracts/http/email-changes.ts'
import type { IdentityDeps } from '../deps.ts'
import { confirmChange } from './confirm-change.ts'
import { requestChange } from './request-change.ts'
import { revertChange } from './revert-change.ts'

export function registerEmailChangeRoutes(app: App, deps: IdentityDeps): void {
  app.route({
    ...changeEmail,
    handler: (request) =>
      requestChange(deps, { ...request.body, userId: request.user.sub, client: clientKey(request.ip) }, idempotentRequestOf(request)),
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
