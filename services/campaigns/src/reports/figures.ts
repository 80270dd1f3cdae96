import type { CampaignFigures, CampaignMonth, MailFigures } from '@app/contracts/http/report-figures.ts'
import { instantsOf, type Month, REPORT_CAMPAIGNS_MAX } from '@app/contracts/rules/monthly-report.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { firstByPeople } from '../mail-requests/people.ts'

interface CompanyMonth {
  companyId: string
  month: Month
  timeZone: string
}

/**
 * The emails of a company's campaigns in a month, by campaign, most emails first. Test emails don't count.
 *
 * - `sent`: emails that were first handed to the mail relay in the month and that it accepted, including those that bounced later. An email
 *   whose outcome is unknown counts once the outcome is known.
 * - `bounced`: emails whose first bounce arrived in the month, whenever they were sent. A bounce counts even if the address exists, for
 *   example because the mailbox is full.
 * - `unsubscribed`: emails through which people unsubscribed in the month, whenever they were sent.
 * - `opened` and `clicked`: emails that a person first opened, or in which a person first clicked a link, in the month, whenever they were
 *   sent (`firstByPeople`). Null if opens and clicks of the campaign's emails are not counted.
 *
 * Each bounce, unsubscribe, open and click of an email counts in exactly one month. So a later one doesn't change the figures of an earlier
 * month.
 */
async function campaignsInMonth(db: Kysely<Tables>, { companyId, month, timeZone }: CompanyMonth): Promise<CampaignMonth[]> {
  const { from, until } = instantsOf(month, timeZone)
  const requestedInMonth = sql`request.delivery_id in (
    select delivery_id from run join mail_request on dispatch_id = run.id where at >= ${from} and at < ${until})`
  const { rows } = await sql<CampaignMonth>`
    with run as (
      select dispatch.id, campaign_id, finished_at, links is not null as is_counted from campaign join dispatch on campaign_id = campaign.id
      where campaign.company_id = ${companyId} and started_at < ${until}
    ), happened as (
      select campaign_id, 'sent' as what from run join delivery on dispatch_id = run.id
      -- A dispatch that ended before the month handed over no email in the month.
      where (finished_at is null or finished_at >= ${from}) and state = 'accepted'
        and first_claimed_at >= ${from} and first_claimed_at < ${until}
      union all
      select campaign_id, what from run join delivery on dispatch_id = run.id
        cross join lateral (values (bounced_at, 'bounced'), (unsubscribed_at, 'unsubscribed')) as came (at, what)
      -- The first condition is that of the index on deliveries that came back.
      where (bounced_at is not null or unsubscribed_at is not null or complained_at is not null)
        and came.at >= ${from} and came.at < ${until}
      union all
      select campaign_id, what from run join (${firstByPeople(requestedInMonth)}) as mail on dispatch_id = run.id
        cross join lateral (values (opened_at, 'opened'), (clicked_at, 'clicked')) as came (at, what)
      where came.at >= ${from} and came.at < ${until}
    ), counted as (
      select campaign_id, bool_or(is_counted) as is_counted from run group by campaign_id
    )
    select campaign.id as "campaignId", campaign.name,
      count(*) filter (where what = 'sent') as sent,
      count(*) filter (where what = 'bounced') as bounced,
      case when is_counted then count(*) filter (where what = 'opened') end as opened,
      case when is_counted then count(*) filter (where what = 'clicked') end as clicked,
      count(*) filter (where what = 'unsubscribed') as unsubscribed
    from happened join campaign on campaign.id = campaign_id join counted on counted.campaign_id = campaign.id
    group by campaign.id, is_counted order by sent desc, campaign.id`.execute(db)
  return rows
}

function totalOf(campaigns: readonly CampaignMonth[]): MailFigures {
  const sum = (part: 'sent' | 'bounced' | 'unsubscribed') => campaigns.reduce((total, campaign) => total + campaign[part], 0)
  /** Null if it is not counted for any of the campaigns. */
  const sumOfCounted = (part: 'opened' | 'clicked') =>
    campaigns.reduce<number | null>((total, { [part]: value }) => (value === null ? total : (total ?? 0) + value), null)
  return {
    sent: sum('sent'),
    bounced: sum('bounced'),
    opened: sumOfCounted('opened'),
    clicked: sumOfCounted('clicked'),
    unsubscribed: sum('unsubscribed'),
  }
}

/** Returns the figures of a month, with the total of all campaigns, also of those that are not listed. */
export async function campaignFigures(db: Kysely<Tables>, of: CompanyMonth): Promise<CampaignFigures> {
  const campaigns = await campaignsInMonth(db, of)
  const listed = campaigns.slice(0, REPORT_CAMPAIGNS_MAX)
  return { total: totalOf(campaigns), listed, more: campaigns.length - listed.length }
}
