import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { sendVerification as sendVerificationRoute, verifyEmail as verifyEmailRoute } from '@app/contracts/http/email-verification.ts'
import type { IdentityDeps } from '../deps.ts'
import { sendVerification } from './send-verification.ts'
import { verifyEmail } from './verify-email.ts'

export function registerVerificationRoutes(app: App, deps: IdentityDeps): void {
  app.route({
    ...verifyEmailRoute,
    handler: (request) => verifyEmail(deps, { token: request.body.token, client: clientKey(request.ip) }, idempotentRequestOf(request)),
  })

  app.route({
    ...sendVerificationRoute,
    handler: (request) => sendVerification(deps, { user: request.user, client: clientKey(request.ip) }, idempotentRequestOf(request)),
  })
}
