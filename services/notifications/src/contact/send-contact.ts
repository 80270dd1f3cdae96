import { createHash } from 'node:crypto'
import { AppError } from '@app/chassis/errors.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { brand } from '@app/contracts/brand.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { queueMail } from '../mail/mail.repository.ts'
import { contact as contactMail } from '../mail/templates/contact.ts'
import { addContact, countRecent } from './contact.repository.ts'
import { type ContactForm, checkedContact } from './contact.ts'

interface Sending {
  db: Kysely<Tables>
  contactsPerMinute: number
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Stores the form and queues the mail to support. 422 naming the fields at fault, 429 for too many from one client address. */
export async function sendContact({ db, contactsPerMinute }: Sending, form: ContactForm, clientAddress: string): Promise<void> {
  const contact = checkedContact(form)
  const client = digest(clientKey(clientAddress))
  const id = crypto.randomUUID()
  await db.transaction().execute(async (trx) => {
    if ((await countRecent(trx, client)) >= contactsPerMinute)
      throw new AppError('too-many-contacts', 'too-many', 'You have sent several messages already. Please wait a minute.', {
        retryAfter: 60,
      })
    await addContact(trx, id, contact, client)
    const { first_name: firstName, last_name: lastName, mail: email, mobile, message } = contact
    const content = contactMail({ firstName, lastName, email, mobile, message })
    await queueMail(trx, { eventId: id, template: 'contact', recipient: brand.email, content, replyTo: email })
  })
}
