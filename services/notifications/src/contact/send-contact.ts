import { createHash } from 'node:crypto'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { isFound } from '@app/chassis/db/is-found.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { brand } from '@app/contracts/brand.ts'
import type { sendContact as contract } from '@app/contracts/http/notifications.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { queueMail } from '../mail/mail.repository.ts'
import { contact as contactMail } from '../mail/templates/contact.ts'
import { queueSheetRow } from '../sheet/sheet.repository.ts'
import { type ContactForm, checkedContact } from './contact.ts'

export interface ContactDeps {
  db: Kysely<Tables>
  contactsPerMinute: number
  toSheet: boolean
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

type Reply = Type.Static<(typeof contract.schema.response)[200]>
const SENT: Reply = { success: true, message: 'Your message was sent successfully!' }

/** Whether the client has sent the same form in the last 10 minutes. */
function isRepeat(trx: Transaction<Tables>, contact: Required<ContactForm>, client: string): Promise<boolean> {
  const { mail: email, ...rest } = contact
  return isFound(
    trx
      .selectFrom('contact')
      .select('id')
      .where((row) => row.and({ client, email, ...rest }))
      .where('created_at', '>', sql<string>`now() - interval '10 minutes'`)
      // Ignores forms with a future time, which exist only if the database's clock was set back. `clock_timestamp()` is used, because `now()`
      // is the start of the transaction, before the wait for the lock.
      .where('created_at', '<=', sql<string>`clock_timestamp()`)
      .limit(1),
  )
}

/**
 * Stores the form and queues its deliveries: the email to support and the row of the spreadsheet. An identical form of the same client
 * within 10 minutes is a retry and is not delivered again. Throws 422 for invalid fields, and 429 after too many forms of one client.
 */
export async function sendContact(
  deps: ContactDeps,
  form: ContactForm,
  clientAddress: string,
  idempotency: IdempotentRequest,
): Promise<Reply> {
  const { db, contactsPerMinute, toSheet } = deps
  const contact = checkedContact(form)
  const client = digest(clientKey(clientAddress))
  const id = crypto.randomUUID()
  return inTransaction(db, async (trx) => {
    // Forms of one client are handled one after the other.
    await sql`select pg_advisory_xact_lock(hashtext(${client}))`.execute(trx)
    if (await isRepeat(trx, contact, client)) return idempotency.storeResponse(trx, SENT)
    const limit = { count: contactsPerMinute, seconds: 60 }
    if (await tryConsumeLimit(trx, { key: `contact:${client}`, limit, now: new Date() }))
      throw new AppError('too-many-contacts', 'too-many', 'You have sent several messages already. Please wait a minute.', {
        retryAfter: 60,
      })
    const { mail: email, ...rest } = contact
    await trx
      .insertInto('contact')
      .values({ id, email, ...rest, client })
      .execute()
    const { first_name: firstName, last_name: lastName, mobile, message } = rest
    const content = contactMail({ firstName, lastName, email, mobile, message })
    await queueMail(trx, { eventId: id, template: 'contact', recipient: brand.email, content, replyTo: email })
    if (toSheet) await queueSheetRow(trx, id)
    return idempotency.storeResponse(trx, SENT)
  })
}
