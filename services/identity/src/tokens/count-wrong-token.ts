import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import type { IdentityDeps } from '../deps.ts'

/** The token of a link in an email, and the client that sent it. */
export interface GivenToken {
  token: string
  client: string
}

const WRONG_TOKENS = { count: 30, seconds: 60 }

/** Counts a wrong token of a client. Throws 429 after too many. */
export const countWrongToken = ({ db, now }: Pick<IdentityDeps, 'db' | 'now'>, client: string): Promise<void> =>
  consumeLimit(db, { key: `link-token:${client}`, limit: WRONG_TOKENS, now: now() })
