import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'

/** Erases the campaigns of a company with their recipients, suppressed addresses and images. */
export const companyErasure = ({ store }: Pick<CampaignsDeps, 'store'>): CompanyErasure<Tables> => ({
  files: {
    store,
    keysOf: ({ companyId }) => sql<{ key: string }>`
      select attachment from step join campaign on campaign.id = step.campaign_id where company_id = ${companyId}
      union all select image from dispatch where company_id = ${companyId}`,
  },
  async eraseRows({ deleteRows }, { companyId, ownerId }) {
    const ofCompany = sql`company_id = ${companyId}`
    const dispatches = sql`select id from dispatch where ${ofCompany}`
    const campaigns = sql`select id from campaign where ${ofCompany}`
    await deleteRows('work', sql`key in (select id::text from (${dispatches}) as one)`)
    await deleteRows('mail_request', sql`dispatch_id in (${dispatches})`)
    await deleteRows('delivery', sql`dispatch_id in (${dispatches})`)
    await deleteRows('dispatch', ofCompany)
    await deleteRows('suspension', sql`target = ${companyId} or target in (${campaigns})`)
    await deleteRows('suspension_notice', ofCompany)
    await deleteRows('step', sql`campaign_id in (${campaigns})`)
    await deleteRows('campaign', ofCompany)
    await deleteRows('suppression', ofCompany)
    await deleteRows('erased_suppression', ofCompany)
    await deleteRows('test_mail', ofCompany)
    await deleteRows('rate', sql`name = ${companyId}`)
    await deleteRows('company', sql`id = ${companyId}`)
    await deleteRows('confirmed_owner', sql`owner_id = ${ownerId}`)
  },
})
