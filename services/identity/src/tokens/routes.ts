import type { App } from '@app/chassis/http/app.ts'
import { getJwks, getRevocations } from '@app/contracts/http/identity.ts'
import { usersWithEndedTokens } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { secondsOf, TOKEN_LIFE_SECONDS } from './token-life.ts'

export function registerTokenRoutes(app: App, { db, signingKey, now }: IdentityDeps): void {
  app.route({ ...getJwks, handler: async () => ({ keys: [signingKey.jwk] }) })

  app.route({
    ...getRevocations,
    handler: async () => usersWithEndedTokens(db, secondsOf(now()) - TOKEN_LIFE_SECONDS),
  })
}
