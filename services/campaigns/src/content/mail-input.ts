import type { Company } from '@app/chassis/companies/company-projection.ts'
import { isEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Attachment } from './attachment.ts'

/** Settings that are the same for all campaigns. */
export interface MailSettings {
  /** Origin of the links in emails. */
  publicUrl: string
  /** Domain of the email addresses that campaigns are sent from. */
  senderDomain: string
  /** Postal address for companies whose profile has none. */
  postalAddress: string
}

/** The company that an email is sent for. */
export interface Sender extends Pick<Company, 'id' | 'name'> {
  /** Email address for replies, if the profile has a valid one. */
  replyTo: string | null
  /** Empty when neither the profile nor the settings have one. */
  postalAddress: string
  /** The field of the profile to fill in when there is no postal address. */
  missingAddressField?: 'address1' | 'city'
}

export interface MailInput {
  company: Sender
  campaignId: string
  step: { type: string; subject: string; body: string }
  attachment: Attachment | null
  /** Date of the email, the same for each attempt. */
  at: Date
}

/** Returns the sender of a company's emails. Uses the postal address of the settings if the company's profile has none. */
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
