import type { App } from '@app/chassis/http/app.ts'
import { TOKEN_LIFE_SECONDS } from '@app/chassis/http/auth.ts'
import { getEndedSessions, getJwks, getRevocations } from '@app/contracts/http/identity.ts'
import type { IdentityDeps } from '../deps.ts'
import { endedSessions, usersWithEndedTokens } from './ended-tokens.repository.ts'
import { secondsOf } from './token-life.ts'

/** Successful requests for revoked tokens and ended sessions are not logged, because every process sends them every 5 minutes. */
const quiet = { logLevel: 'warn' } as const

export function registerTokenRoutes(app: App, { db, signingKeys, now }: IdentityDeps): void {
  app.route({ ...getJwks, handler: async () => ({ keys: (await signingKeys.published()).map(({ jwk }) => jwk) }) })
  app.route({ ...getRevocations, ...quiet, handler: () => usersWithEndedTokens(db, secondsOf(now()) - TOKEN_LIFE_SECONDS) })
  app.route({ ...getEndedSessions, ...quiet, handler: () => endedSessions(db, secondsOf(now())) })
}
