import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { signUp as signUpRoute } from '@app/contracts/http/identity.ts'
import { getMe as getMeRoute } from '@app/contracts/http/session.ts'
import type { IdentityDeps } from '../deps.ts'
import { getMe } from './get-me.ts'
import { signUp } from './sign-up.ts'

export function registerAccountRoutes(app: App, deps: IdentityDeps): void {
  app.route({ ...getMeRoute, handler: async (request) => getMe(deps, request.user) })

  app.route({
    ...signUpRoute,
    handler: async (request, reply) => {
      const created = await signUp(deps, { ...request.body, client: clientKey(request.ip) }, idempotentRequestOf(request))
      return reply.code(201).send(created)
    },
  })
}
