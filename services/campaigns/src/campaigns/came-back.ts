import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import { type CameBack, REPORT_DAYS_MAX } from '@app/contracts/http/reports.ts'
import { sql } from 'kysely'
import type { CampaignsDeps } from '../deps.ts'
import { firstByPeople } from '../mail-requests/people.ts'
import { findCampaign } from './campaign.repository.ts'
import { campaignNotFound } from './campaign.ts'

type Slot = CameBack['slots'][number] & Pick<CameBack, 'by'>

/** Counts the emails of a campaign that people opened, and in which they clicked. Null if this is not counted. */
async function countOpens(db: CampaignsDeps['db'], id: string): Promise<Pick<CameBack, 'opened' | 'clicked'>> {
  const dispatches = sql`select id from dispatch where campaign_id = ${id} and links is not null`
  const { rows } = await sql<{ opened: number; clicked: number; isCounted: boolean }>`
    select count(opened_at) as opened, count(clicked_at) as clicked, exists (${dispatches}) as "isCounted"
    from (${firstByPeople(sql`request.dispatch_id in (${dispatches})`)}) as mail`.execute(db)
  const [{ opened, clicked, isCounted } = { opened: 0, clicked: 0, isCounted: false }] = rows
  return isCounted ? { opened, clicked } : { opened: null, clicked: null }
}

/** Returns the opens and clicks of a campaign, and its bounces, unsubscribes and complaints by hour or day of the business's time zone. */
export async function cameBack({ db, timeZone }: Pick<CampaignsDeps, 'db' | 'timeZone'>, caller: Caller, id: string): Promise<CameBack> {
  if (!(await findCampaign(db, id, ownerIdOf(caller)))) throw campaignNotFound()
  const { rows } = await sql<Slot>`
    with came as (
      select came.at, came.what
      from delivery join dispatch on dispatch.id = delivery.dispatch_id
        cross join lateral (values (bounced_at, 'bounced'), (unsubscribed_at, 'unsubscribed'), (complained_at, 'complained')) as came (at, what)
      where dispatch.campaign_id = ${id} and came.at is not null
        and (bounced_at is not null or unsubscribed_at is not null or complained_at is not null)
    ), span as (
      select min(started_at) as begun, greatest(max(started_at), (select max(at) from came)) as until
      from dispatch where campaign_id = ${id} and started_at is not null
    ), scale as (
      select case when until - begun < interval '2 days' then 'hour' else 'day' end as by, begun, until from span where begun is not null
    ), slot as (
      select by, at from scale, generate_series(
        date_trunc(by, greatest(begun, until - ${`${REPORT_DAYS_MAX - 1} days`}::interval), ${timeZone}),
        until, ('1 ' || by)::interval, ${timeZone}) as at
    )
    select slot.by,
      case slot.by
        when 'day' then to_char(slot.at at time zone ${timeZone}, 'YYYY-MM-DD')
        else to_char(slot.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      end as at,
      count(*) filter (where what = 'bounced') as bounced,
      count(*) filter (where what = 'unsubscribed') as unsubscribed,
      count(*) filter (where what = 'complained') as complained
    from slot left join came on date_trunc(slot.by, came.at, ${timeZone}) = slot.at
    group by slot.by, slot.at order by slot.at`.execute(db)
  return { by: rows[0]?.by ?? 'hour', slots: rows.map(({ by: _by, ...slot }) => slot), ...(await countOpens(db, id)) }
}
