import type { Company } from '@app/chassis/companies/company-projection.ts'
import { isEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Attachment } from './attachment.ts'

export interface MailSettings {
  publicUrl: string
  senderDomain: string
  /** Postal address for companies whose profile has none. */
  postalAddress: string
}

export interface Sender extends Pick<Company, 'id' | 'name'> {
  /** Email address for replies. Null if the profile has no valid one. */
  replyTo: string | null
  /** Empty if neither the profile nor the settings have a postal address. */
  postalAddress: string
  /** The profile field that the owner must fill in. Set if there is no postal address. */
  missingAddressField?: 'address1' | 'city'
}

export interface MailInput {
  company: Sender
  campaignId: string
  step: { type: string; subject: string; body: string }
  attachment: Attachment | null
  /** Whether opens and clicks are counted. They never are in previews and test emails. */
  countsOpens: boolean
  /** Date header of the email, which is the same for each attempt. */
  at: Date
}

/** Returns the sender of a company's emails. If the profile has no postal address, uses the one in the settings. */
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
