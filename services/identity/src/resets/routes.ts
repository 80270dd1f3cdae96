import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { requestReset as requestResetRoute, resetPassword as resetPasswordRoute } from '@app/contracts/http/identity.ts'
import type { IdentityDeps } from '../deps.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'

export function registerResetRoutes(app: App, deps: IdentityDeps): void {
  app.route({
    ...requestResetRoute,
    handler: async ({ body, ip }) => {
      await requestReset(deps, { email: body.email, client: clientKey(ip) })
      return { message: 'Reset email sent successfully' }
    },
  })

  app.route({
    ...resetPasswordRoute,
    handler: async ({ params, body, ip }) => {
      await resetPassword(deps, { ...params, ...body, client: clientKey(ip) })
      return { message: 'Password reset successful!' }
    },
  })
}
