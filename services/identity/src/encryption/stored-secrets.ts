import { ConfigError } from '@app/chassis/config/config.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { FieldCipher, Place } from './field-cipher.ts'

interface StoredSecret {
  place: Place
  stored: string
}

/** The columns with the id and the encrypted value of each table that contains encrypted values. */
export const storedColumns: Readonly<Record<Place['table'], { key: string; value: string }>> = {
  secrets: { key: 'name', value: 'value' },
  signing_keys: { key: 'kid', value: 'private_key' },
  second_factors: { key: 'user_id', value: 'secret' },
}

export async function allStoredSecrets(db: Kysely<Tables>): Promise<StoredSecret[]> {
  const all: StoredSecret[] = []
  for (const table of ['secrets', 'signing_keys', 'second_factors'] as const) {
    const { key, value } = storedColumns[table]
    const { rows } = await sql<{ id: string; stored: string }>`
      select ${sql.ref(key)} as id, ${sql.ref(value)} as stored from ${sql.table(table)}`.execute(db)
    all.push(...rows.map(({ id, stored }) => ({ place: { table, id }, stored })))
  }
  return all
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
