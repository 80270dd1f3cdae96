import type { Company } from '@app/chassis/companies/company-projection.ts'
import { isEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Attachment } from './attachment.ts'

/** What is the same for all campaigns. */
export interface MailSettings {
  /** Links in mails point there. */
  publicUrl: string
  /** Of the addresses campaigns are sent from. */
  senderDomain: string
  /** For companies whose profile has none. */
  postalAddress: string
}

/** In whose name a mail is sent. */
export interface Sender extends Pick<Company, 'id' | 'name'> {
  /** Answers go there, if it is an address. */
  replyTo: string | null
  /** Empty when neither the profile nor the settings have one. */
  postalAddress: string
  /** The field of the profile to fill in when there is no postal address. */
  missingAddressField?: 'address1' | 'city'
}

/** All that a mail is made of. */
export interface MailInput {
  company: Sender
  campaignId: string
  step: { type: string; subject: string; body: string }
  attachment: Attachment | null
  /** When the mail was written; the same on every try. */
  at: Date
}

/** Returns the sender of a company's mails. The postal address of its profile wins over that of the settings. */
export async function findSender(db: Kysely<Tables>, companyId: string, { postalAddress }: MailSettings): Promise<Sender | undefined> {
  const row = await db.selectFrom('company').select(['id', 'name', 'profile']).where('id', '=', companyId).executeTakeFirst()
  if (!row) return undefined
  const { email, address1, address2, city, state, zip } = row.profile
  const sender = { id: row.id, name: row.name, replyTo: isEmail(email.trim()) ? email.trim() : null }
  const missingAddressField = !address1.trim() ? 'address1' : 'city'
  if (address1.trim() && city.trim()) {
    const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    return { ...sender, postalAddress: [address1, address2, place].filter(Boolean).join(', ') }
  }
  return { ...sender, postalAddress, ...(!postalAddress && { missingAddressField }) }
}
