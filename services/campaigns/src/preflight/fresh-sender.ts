import { askCompany } from '@app/chassis/companies/ask-company.ts'
import { saveCompany } from '@app/chassis/companies/company-projection.ts'
import type { Owner } from '@app/chassis/companies/own-company.ts'
import { findSender, type Sender } from '../content/mail-input.ts'
import type { CampaignsDeps } from '../deps.ts'

type FreshSenderDeps = Pick<CampaignsDeps, 'db' | 'companyUrl' | 'mail'>

/**
 * Returns the sender of an owner's emails. If neither the projection nor the settings contain a postal address, fetches the current profile
 * from the service `company`, and stores it.
 */
export async function freshSender({ db, companyUrl, mail }: FreshSenderDeps, owner: Owner, companyId: string): Promise<Sender> {
  const find = async () => {
    const sender = await findSender(db, companyId, mail.settings)
    if (!sender) throw new Error('The company of a campaign is not in the projection')
    return sender
  }
  const known = await find()
  if (known.postalAddress) return known
  const profile = await askCompany(companyUrl, owner.authorization)
  if (profile?._id !== companyId) return known
  await saveCompany(db, { ownerId: owner.id, profile, version: profile.version ?? 0 })
  return find()
}
