import { startInterval } from '@app/chassis/start-interval.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './db/tables.ts'
import type { IdentityDeps } from './deps.ts'
import { forgetClients } from './limits/known-clients.ts'
import { forgetOldFailures } from './limits/sign-in-attempts.ts'
import { forgetRequests } from './resets/reset-requests.repository.ts'
import { forgetSigningKeys } from './tokens/signing-keys.ts'
import { secondsOf } from './tokens/token-life.ts'

const EVERY_MS = 5 * 60_000

/** Removes limits that are no limit any more, what has expired, and whom nobody needs to remember. */
export async function cleanUp(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('used_until', '<', now.toISOString()).execute()
  await db.deleteFrom('reset_codes').where('expires_at', '<', now.toISOString()).execute()
  await db.deleteFrom('email_verifications').where('expires_at', '<', now.toISOString()).execute()
  await db.deleteFrom('ended_sessions').where('expires_at', '<', secondsOf(now)).execute()
  await forgetOldFailures(db, now)
  await forgetRequests(db, now)
  await forgetClients(db, now)
  await forgetSigningKeys(db, now)
}

/** Cleans up every five minutes; answers how to stop it. */
export const startHousekeeping = ({ db, log, now }: Pick<IdentityDeps, 'db' | 'log' | 'now'>): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, run: () => cleanUp(db, now()), name: 'cleaning up', log })
