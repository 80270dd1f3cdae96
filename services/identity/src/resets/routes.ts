import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { requestReset as requestResetRoute, resetPassword as resetPasswordRoute } from '@app/contracts/http/identity.ts'
import type { IdentityDeps } from '../deps.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'

export function registerResetRoutes(app: App, deps: IdentityDeps): void {
  app.route({
    ...requestResetRoute,
    handler: (request) => requestReset(deps, { email: request.body.email, client: clientKey(request.ip) }, idempotentRequestOf(request)),
  })

  app.route({
    ...resetPasswordRoute,
    handler: (request) =>
      resetPassword(deps, { ...request.params, ...request.body, client: clientKey(request.ip) }, idempotentRequestOf(request)),
  })
}
