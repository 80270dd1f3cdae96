import { type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import type { Attachment } from '../content/attachment.ts'
import { findSender, type MailInput } from '../content/mail-input.ts'
import type { CampaignsDeps } from '../deps.ts'

const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000'

interface Draft {
  companyProfileId: string
  subject: string
  body: string
}

export async function draftMail(
  deps: CampaignsDeps,
  owner: Owner,
  { companyProfileId, subject, body }: Draft,
  attachment: Attachment | null,
): Promise<MailInput> {
  const { id } = await ownCompany(deps, owner, companyProfileId)
  const company = await findSender(deps.db, id, deps.mail.settings)
  if (!company) throw new Error('The company of a draft is not in the projection')
  return { company, campaignId: NO_CAMPAIGN, step: { type: 'Initial', subject, body }, attachment, countsOpens: false, at: new Date() }
}
