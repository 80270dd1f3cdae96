import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { FieldCipher, Place } from './field-cipher.ts'
import { allStoredSecrets, lockStoredSecrets } from './stored-secrets.ts'

type Act = 'encrypt-secrets' | 'discard-secrets'

function replaceStored(trx: Transaction<Tables>, { table, id }: Place, stored: string) {
  if (table === 'secrets') return trx.updateTable('secrets').set({ value: stored }).where('name', '=', id).execute()
  if (table === 'signing_keys') return trx.updateTable('signing_keys').set({ private_key: stored }).where('kid', '=', id).execute()
  return trx.updateTable('second_factors').set({ secret: stored }).where('user_id', '=', id).execute()
}

function deleteStored(trx: Transaction<Tables>, { table, id }: Place) {
  if (table === 'secrets') return trx.deleteFrom('secrets').where('name', '=', id).execute()
  if (table === 'signing_keys') return trx.deleteFrom('signing_keys').where('kid', '=', id).execute()
  return trx.deleteFrom('second_factors').where('user_id', '=', id).execute()
}

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
