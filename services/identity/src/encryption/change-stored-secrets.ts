import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { FieldCipher, Place } from './field-cipher.ts'
import { allStoredSecrets, lockStoredSecrets, storedColumns } from './stored-secrets.ts'

type Act = 'encrypt-secrets' | 'discard-secrets'

function replaceStored(trx: Transaction<Tables>, { table, id }: Place, stored: string) {
  const { key, value } = storedColumns[table]
  return sql`update ${sql.table(table)} set ${sql.ref(value)} = ${stored} where ${sql.ref(key)} = ${id}`.execute(trx)
}

const deleteStored = (trx: Transaction<Tables>, { table, id }: Place) =>
  sql`delete from ${sql.table(table)} where ${sql.ref(storedColumns[table].key)} = ${id}`.execute(trx)

const note = (trx: Transaction<Tables>, act: Act, affected: number) =>
  addAuditEntry(trx, { actor: undefined, act, subject: 'identity', affected })

/** Encrypts all values with `IDENTITY_KEY`. Returns the number of changed values. */
export const encryptStoredSecrets = (db: Kysely<Tables>, cipher: FieldCipher): Promise<number> =>
  inTransaction(db, async (trx) => {
    await lockStoredSecrets(trx)
    const stale = (await allStoredSecrets(trx)).filter(({ stored }) => !cipher.isCurrent(stored))
    for (const { place, stored } of stale) await replaceStored(trx, place, cipher.encrypt(cipher.decrypt(stored, place), place))
    await note(trx, 'encrypt-secrets', stale.length)
    return stale.length
  })

/**
 * Deletes values that cannot be decrypted because their key is lost. Identity creates new secrets and signing keys at its next start.
 * Admins must set up their second factors again. Returns the number of deleted values.
 */
export const discardUnreadableSecrets = (db: Kysely<Tables>, cipher: FieldCipher): Promise<number> =>
  inTransaction(db, async (trx) => {
    await lockStoredSecrets(trx)
    const unreadable = (await allStoredSecrets(trx)).filter(({ stored }) => !cipher.isReadable(stored))
    for (const { place } of unreadable) await deleteStored(trx, place)
    await note(trx, 'discard-secrets', unreadable.length)
    return unreadable.length
  })
