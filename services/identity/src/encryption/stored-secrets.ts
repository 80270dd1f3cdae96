import { ConfigError } from '@app/chassis/config/config.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { FieldCipher, Place } from './field-cipher.ts'

interface StoredSecret {
  place: Place
  stored: string
}

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

/** Key of the advisory lock. A change of all stored secrets takes an exclusive lock. A write of one secret takes a shared lock. */
const LOCK = sql`hashtextextended('identity.stored-secrets', 0)`

/** Waits for transactions that are storing a secret. Until this transaction ends, other transactions cannot store a secret. */
export async function lockStoredSecrets(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/**
 * Returns the encrypted text, which the caller stores in the same transaction. A shared lock is held until commit. The lock prevents
 * `encrypt-secrets.ts` from overwriting the new value with the re-encrypted old value.
 */
export async function toStored(trx: Transaction<Tables>, cipher: FieldCipher, text: string, place: Place): Promise<string> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(trx)
  return cipher.encrypt(text, place)
}

/** Throws if this process cannot decrypt a stored secret. */
export async function checkStoredSecrets(db: Kysely<Tables>, cipher: FieldCipher): Promise<void> {
  const unreadable = (await allStoredSecrets(db)).filter(({ stored }) => !cipher.isReadable(stored))
  if (unreadable.length > 0)
    throw new ConfigError([
      `IDENTITY_KEY is not the key that ${unreadable.length} secrets in the database are encrypted with. ` +
        'Set the key that encrypted them. If it is lost, see "The key of stored secrets" in docs/operations.md',
    ])
}
