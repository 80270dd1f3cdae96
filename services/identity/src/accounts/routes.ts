import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { signUp as signUpRoute } from '@app/contracts/http/identity.ts'
import { getMe } from '@app/contracts/http/session.ts'
import type { IdentityDeps } from '../deps.ts'
import { signUp } from './sign-up.ts'
import { notSignedIn, userById } from './users.repository.ts'

export function registerAccountRoutes(app: App, deps: IdentityDeps): void {
  app.route({
    ...getMe,
    handler: async (request) => {
      const user = await userById(deps.db, request.user.sub)
      if (!user) throw notSignedIn()
      const { id, email, username, role, email_verified_at } = user
      return { _id: id, email, username, role, emailVerified: email_verified_at !== null }
    },
  })

  app.route({
    ...signUpRoute,
    handler: async (request, reply) => {
      const created = await signUp(deps, { ...request.body, client: clientKey(request.ip) }, idempotentRequestOf(request))
      return reply.code(201).send(created)
    },
  })
}
