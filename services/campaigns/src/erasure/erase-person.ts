import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { ErasePerson } from '@app/chassis/erasure/erase-person.ts'
import { TimeOver } from '@app/chassis/erasure/erase-rows.ts'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type AddressHash, keepHashes } from '../suppression/erased-suppression.repository.ts'

/**
 * Erases the recipient of campaigns. The rows of the ledger stay without address, name and link, so that the counts of campaigns stay
 * correct. Who has unsubscribed stays unsubscribed: the suppression becomes a keyed hash.
 */
export const personErasure =
  (hashOf: AddressHash): ErasePerson<Tables> =>
  async ({ db, deleteRows, changeRows, count }, email) => {
    count('suppression', await inTransaction(db, (trx) => keepHashes(trx, email, hashOf(email))))
    const unsent = sql`state in ('queued', 'unknown')`
    await deleteRows('mail_request', sql`delivery_id in (select id from delivery where email = ${email})`)
    await changeRows(
      'delivery',
      sql`email = 'erased-' || id, name = '', provider = '', merge = null, token = gen_random_uuid()::text,
        state = case when ${unsent} then 'suppressed' else state end, code = case when ${unsent} then 'erased' else code end,
        settled_at = case when ${unsent} then now() else settled_at end`,
      sql`email = ${email} and state <> 'sending'`,
    )
    await deleteRows('test_mail', sql`email = ${email}`)
    // A claimed email is changed when its outcome is stored: the next request finds it.
    const { rows } = await sql`select from delivery where email = ${email} limit 1`.execute(db)
    if (rows.length > 0) throw new TimeOver()
  }
