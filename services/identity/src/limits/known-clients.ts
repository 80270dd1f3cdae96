import { createHmac } from 'node:crypto'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'

/** Of an address, or of what is tried for it: the address may be nobody's. */
export interface ClientOfAddress {
  client: string
  email: string
}

type KnownClientDeps = Pick<IdentityDeps, 'db' | 'clientSecret' | 'now'>

const DAY_MS = 86_400_000
/** A client that nobody signed in from for so long is a stranger again. */
const FORGET_AFTER_MS = 90 * DAY_MS

/** Keyed, since there are few enough client addresses to try all. */
const keyOf = (secret: string, { client, email }: ClientOfAddress): string =>
  createHmac('sha256', secret)
    .update(`${client} ${normalizeEmail(email)}`)
    .digest('base64url')

/** Whether somebody signed in to this address from this client, and so is counted apart from strangers. */
export async function isKnownClient({ db, clientSecret }: KnownClientDeps, pair: ClientOfAddress): Promise<boolean> {
  const row = await db.selectFrom('known_clients').select('key').where('key', '=', keyOf(clientSecret, pair)).executeTakeFirst()
  return row !== undefined
}

/** Remembers a client that has shown whose it is; written once a day. */
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

export async function forgetClients(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET_AFTER_MS).toISOString()
  await db.deleteFrom('known_clients').where('seen_at', '<', before).execute()
}
