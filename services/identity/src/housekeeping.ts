import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './db/tables.ts'
import type { IdentityDeps } from './deps.ts'
import { deleteExpiredEmailChanges } from './email-changes/email-changes.repository.ts'
import { deleteExpiredInvitations } from './invitations/invitations.repository.ts'
import { deleteOldClients } from './limits/known-clients.ts'
import { deleteOldFailures } from './limits/sign-in-attempts.ts'
import { deleteOldRequests } from './resets/reset-requests.repository.ts'
import { deleteExpiredSigningKeys } from './tokens/signing-keys.ts'
import { secondsOf } from './tokens/token-life.ts'

const EVERY_MS = 5 * 60_000

export async function cleanUp(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('used_until', '<', now.toISOString()).execute()
  await db.deleteFrom('reset_codes').where('expires_at', '<', now.toISOString()).execute()
  await db.deleteFrom('email_verifications').where('expires_at', '<', now.toISOString()).execute()
  await db.deleteFrom('ended_sessions').where('expires_at', '<', secondsOf(now)).execute()
  await deleteExpiredInvitations(db, now)
  await deleteExpiredEmailChanges(db, now)
  await deleteOldFailures(db, now)
  await deleteOldRequests(db, now)
  await deleteOldClients(db, now)
  await deleteExpiredSigningKeys(db, now)
}

export const startHousekeeping = ({ db, log, now }: Pick<IdentityDeps, 'db' | 'log' | 'now'>): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, run: () => cleanUp(db, now()), name: 'cleaning up', log })
