import { type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import type { Attachment } from '../content/attachment.ts'
import { findSender, type MailInput } from '../content/mail-input.ts'
import type { CampaignsDeps } from '../deps.ts'

/** Stands for the campaign that a mail does not belong to yet. */
const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000'

interface Draft {
  companyProfileId: string
  subject: string
  body: string
}

/** What an owner is writing, as the compiler of mails takes it. */
export async function draftMail(
  deps: CampaignsDeps,
  owner: Owner,
  { companyProfileId, subject, body }: Draft,
  attachment: Attachment | null,
): Promise<MailInput> {
  const { id } = await ownCompany(deps, owner, companyProfileId)
  const company = await findSender(deps.db, id, deps.mail.settings)
  if (!company) throw new Error('A company that was just found is gone')
  return { company, campaignId: NO_CAMPAIGN, step: { type: 'Initial', subject, body }, attachment, at: new Date() }
}
