import { every } from '@app/chassis/every.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './db/tables.ts'
import type { IdentityDeps } from './deps.ts'
import { FORGET_AFTER_SECONDS } from './limits/sign-in-delay.ts'

const EVERY_MS = 5 * 60_000

/** Removes limits that are no limit any more, and codes that have expired. */
export async function cleanUp(db: Kysely<Tables>, now: Date): Promise<void> {
  const quietSince = new Date(now.getTime() - FORGET_AFTER_SECONDS * 1000).toISOString()
  await db.deleteFrom('rate_limits').where('used_until', '<', now.toISOString()).execute()
  await db.deleteFrom('sign_in_failures').where('retry_at', '<', quietSince).execute()
  await db.deleteFrom('reset_codes').where('expires_at', '<', now.toISOString()).execute()
}

/** Cleans up every five minutes; answers how to stop it. */
export const startHousekeeping = ({ db, log, now }: Pick<IdentityDeps, 'db' | 'log' | 'now'>): (() => Promise<void>) =>
  every({ ms: EVERY_MS, run: () => cleanUp(db, now()), name: 'cleaning up', log })
