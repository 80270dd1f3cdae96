import { ConfigError } from '@app/chassis/config.ts'
import type { Logger } from '@app/chassis/logger.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type FieldCipher, isEncrypted, type Place } from './field-cipher.ts'

interface StoredSecret {
  place: Place
  stored: string
}

/** All values that are encrypted at rest. They are few: one for each admin, and the keys of this service. */
export async function allStoredSecrets(db: Kysely<Tables>): Promise<StoredSecret[]> {
  const secrets = await db.selectFrom('secrets').select(['name as id', 'value as stored']).execute()
  const keys = await db.selectFrom('signing_keys').select(['kid as id', 'private_key as stored']).execute()
  const factors = await db.selectFrom('second_factors').select(['user_id as id', 'secret as stored']).execute()
  return [
    ...secrets.map(({ id, stored }) => ({ place: { table: 'secrets', id } as const, stored })),
    ...keys.map(({ id, stored }) => ({ place: { table: 'signing_keys', id } as const, stored })),
    ...factors.map(({ id, stored }) => ({ place: { table: 'second_factors', id } as const, stored })),
  ]
}

/** The advisory lock that a change of all stored secrets takes, and that writers of single ones share. */
const LOCK = sql`hashtextextended('identity.stored-secrets', 0)`

/** Waits until every transaction that stores a secret has ended, and makes new ones wait until commit. */
export async function lockStoredSecrets(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/** Stores secrets as plaintext from now on, or encrypted. */
export async function postponeEncryption(db: Kysely<Tables>, isPostponed: boolean): Promise<void> {
  if (!isPostponed) await db.deleteFrom('encryption_postponed').execute()
  else
    await db
      .insertInto('encryption_postponed')
      .values({ is_only_row: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * The form in which a new value is stored: encrypted, or plain while replicas of a release without encryption may read
 * it. Holds a shared lock until commit, so that `encrypt-secrets.ts` misses no value that is being written.
 */
export async function toStored(trx: Transaction<Tables>, cipher: FieldCipher, text: string, place: Place): Promise<string> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(trx)
  const postponed = await trx.selectFrom('encryption_postponed').select('is_only_row').executeTakeFirst()
  return postponed ? text : cipher.encrypt(text, place)
}

/**
 * Checks at start that this process can read and write stored secrets. Throws when a value is encrypted with an unknown
 * key. Without a key, which only production requires, switches encryption off in a database that has no encrypted value.
 */
export async function prepareEncryption(db: Kysely<Tables>, cipher: FieldCipher, log: Logger): Promise<void> {
  const all = await allStoredSecrets(db)
  const unreadable = all.filter(({ stored }) => !cipher.isReadable(stored))
  if (unreadable.length > 0)
    throw new ConfigError([
      `IDENTITY_KEY is not the key that ${unreadable.length} secrets in the database are encrypted with. ` +
        'Set the key that was in use when they were written. docs/operations.md, "The key of stored secrets", says what to do if it is lost',
    ])
  if (!cipher.hasKey && !all.some(({ stored }) => isEncrypted(stored))) await postponeEncryption(db, true)
  if (cipher.hasKey && all.some(({ stored }) => !isEncrypted(stored)))
    log.warn(
      'secrets in the database are not encrypted yet: run services/identity/src/encrypt-secrets.ts once no replica of the previous release runs',
    )
}
