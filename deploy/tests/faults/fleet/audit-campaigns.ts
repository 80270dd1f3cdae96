import type pg from 'pg'
import { compare, countsOf, eachOnce, type Finding } from './finding.ts'
import type { MailSink } from './mail-sink.ts'
import type { StoryResult } from './story.ts'
import { PEOPLE } from './story-campaign.ts'

/**
 * Checks that each campaign has one done and one scheduled dispatch, and that each recipient has received one email. An email that is
 * flagged as a possible duplicate may have been received more than once.
 */
export async function auditCampaigns(database: pg.Pool, stories: readonly StoryResult[], sink: MailSink): Promise<Finding[]> {
  const names = stories.flatMap(({ campaign }) => campaign ?? [])
  const states = await countsOf(
    database,
    `select d.state || ' ' || c.name as key, count(*) from campaigns.dispatch d join campaigns.campaign c on c.id = d.campaign_id group by 1`,
  )
  const people = await countsOf(
    database,
    `select c.name as key, count(*) from campaigns.delivery join campaigns.dispatch d on d.id = dispatch_id
    join campaigns.campaign c on c.id = d.campaign_id group by 1`,
  )
  const mails = 'select id as key, 1 as count from campaigns.delivery'
  const all = await countsOf(database, mails)
  const accepted = await countsOf(database, `${mails} where state = 'accepted'`)
  const flagged = await countsOf(database, `${mails} where may_be_duplicate`)
  const received = [...sink.received].filter(([id]) => all.has(id))
  const came = new Map(received.map(([id, count]) => [id, flagged.has(id) ? Math.min(count, 1) : count]))
  const twice = received.filter(([id, count]) => flagged.has(id) && count > 1).length
  return [
    compare('campaigns', await countsOf(database, 'select name as key, count(*) from campaigns.campaign group by 1'), eachOnce(names)),
    compare('dispatches of campaigns, by state', states, eachOnce(names.flatMap((name) => [`done ${name}`, `scheduled ${name}`]))),
    compare('recipients of campaigns', people, new Map(names.map((name) => [name, PEOPLE]))),
    {
      ...compare('received mails of campaigns', came, all),
      note: `${all.size - accepted.size} not accepted, ${flagged.size} flagged as possible duplicates, ${twice} of them received twice`,
    },
  ]
}
