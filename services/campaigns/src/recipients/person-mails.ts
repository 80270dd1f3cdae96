import { ownCompany } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import { PERSON_MAILS_MAX, type PersonMail } from '@app/contracts/http/person-mails.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { sql } from 'kysely'
import type { CampaignsDeps } from '../deps.ts'
import { reasonOf } from './reason.ts'
import { STATE } from './recipient.repository.ts'

type MailRow = Omit<PersonMail, 'reason'> & { code: string | null }

/**
 * Returns the latest campaign emails of the owner's company to an email address, newest dispatch first. The query reads the emails of all
 * companies to this address from the index `delivery_address`, until it has found enough emails of this company.
 */
export async function personMails(deps: CampaignsDeps, owner: Reader, companyId: string, address: string): Promise<PersonMail[]> {
  const { id } = await ownCompany(deps, owner, companyId)
  const { rows } = await sql<MailRow>`
    select delivery.id as "_id", campaign.id as "campaignId", campaign.name as "campaignName", step.type as "stepType", step.subject,
      delivery.code, ${STATE} as state, coalesce(settled_at, started_at, sends_at) as at,
      bounced_at as "bouncedAt", complained_at as "complainedAt", unsubscribed_at as "unsubscribedAt"
    from delivery join dispatch on dispatch.id = dispatch_id join step on step.id = step_id
    join campaign on campaign.id = dispatch.campaign_id
    where delivery.email = ${normalizeEmail(address)} and dispatch.company_id = ${id}
    order by dispatch_id desc limit ${PERSON_MAILS_MAX}`.execute(deps.db)
  return rows.map(({ code, ...mail }) => ({ ...mail, reason: reasonOf(mail.state, code) }))
}
