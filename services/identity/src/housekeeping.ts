import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './db/tables.ts'
import { FORGET_AFTER_SECONDS } from './limits/sign-in-delay.ts'

const EVERY_MS = 5 * 60_000

/** Removes limits that are no limit any more, and codes that have expired. */
export async function cleanUp(db: Kysely<Tables>, now: Date): Promise<void> {
  const quietSince = new Date(now.getTime() - FORGET_AFTER_SECONDS * 1000).toISOString()
  await db.deleteFrom('rate_limits').where('used_until', '<', now.toISOString()).execute()
  await db.deleteFrom('sign_in_failures').where('retry_at', '<', quietSince).execute()
  await db.deleteFrom('reset_codes').where('expires_at', '<', now.toISOString()).execute()
}

interface Housekeeping {
  db: Kysely<Tables>
  log: Logger
  now: () => Date
}

/** Cleans up every five minutes; answers how to stop it. */
export function startHousekeeping({ db, log, now }: Housekeeping): () => Promise<void> {
  let current = Promise.resolve()
  const timer = setInterval(() => {
    current = cleanUp(db, now()).catch((error: unknown) => log.warn({ err: error }, 'cleaning up failed; the next time will do'))
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await current
  }
}
