import { createHmac } from 'node:crypto'
import { isFound } from '@app/chassis/db/is-found.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'

/** A client (the `clientKey` of its IP address) and an email address that the client sent. The address may belong to no account. */
export interface ClientOfAddress {
  client: string
  email: string
}

type KnownClientDeps = Pick<IdentityDeps, 'db' | 'clientSecret' | 'now'>

const DAY_MS = 86_400_000
const KNOWN_FOR_MS = 90 * DAY_MS

/** Uses an HMAC, because a plain hash could be reversed with a list of all IP addresses. */
const keyOf = (secret: string, { client, email }: ClientOfAddress): string =>
  createHmac('sha256', secret)
    .update(`${client} ${normalizeEmail(email)}`)
    .digest('base64url')

/** Whether a user signed in to this account, created it or reset its password from this client in the last 90 days. */
export const isKnownClient = ({ db, clientSecret }: KnownClientDeps, pair: ClientOfAddress): Promise<boolean> =>
  isFound(db.selectFrom('known_clients').select('key').where('key', '=', keyOf(clientSecret, pair)))

/** Marks a client as known after a successful sign-in, sign-up or password reset. Writes at most once a day. */
export async function rememberClient({ db, clientSecret, now }: KnownClientDeps, pair: ClientOfAddress): Promise<void> {
  const seenAt = now()
  const yesterday = new Date(seenAt.getTime() - DAY_MS).toISOString()
  await db
    .insertInto('known_clients')
    .values({ key: keyOf(clientSecret, pair), seen_at: seenAt.toISOString() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ seen_at: sql`excluded.seen_at` }).where('known_clients.seen_at', '<', yesterday),
    )
    .execute()
}

export async function deleteOldClients(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KNOWN_FOR_MS).toISOString()
  await db.deleteFrom('known_clients').where('seen_at', '<', before).execute()
}
