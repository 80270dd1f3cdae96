import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { getCampaignFigures, type MailFigures } from '@app/contracts/http/report-figures.ts'
import { addMonths, type Month } from '@app/contracts/rules/monthly-report.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignFigures } from '../src/reports/figures.ts'
import { sendingOf } from './sendings.ts'
import { INTERNAL_MAIL_KEY, type Owner, type Service, setUp } from './setup.ts'

const TIME_ZONE = 'America/New_York'

let service: Service
let owner: Owner
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

const figures = (month: Month, companyId = owner.company._id) => campaignFigures(service.db, { companyId, month, timeZone: TIME_ZONE })
const mails = (sent: number, bounced = 0, unsubscribed = 0): MailFigures => ({ sent, bounced, opened: null, clicked: null, unsubscribed })

/** Inserts a dispatch whose emails were handed to the mail relay at `at`. */
async function sent(at: string, emails: readonly string[], finishedAt: string | null = at): Promise<string> {
  const { dispatchId } = await sendingOf(service, owner, { emails, dispatch: finishedAt ? 'done' : 'sending' })
  await sql`update dispatch set started_at = ${at}, finished_at = ${finishedAt} where id = ${dispatchId}`.execute(service.db)
  await sql`update delivery set first_claimed_at = ${at}, settled_at = ${at} where dispatch_id = ${dispatchId}`.execute(service.db)
  return dispatchId
}
const change = (dispatchId: string, email: string, values: object) =>
  service.db.updateTable('delivery').set(values).where('dispatch_id', '=', dispatchId).where('email', '=', email).execute()

test('emails count in the month in which they were sent, bounces and unsubscribes in the month in which they happened', async () => {
  const [a, b, c] = ['a@b.example', 'b@b.example', 'c@b.example']
  // In New York, this is 31 October.
  const first = await sent('2026-11-01T03:59:00Z', [a, b, c])
  const second = await sent('2026-11-01T04:00:00Z', [a])
  await change(first, a, { bounced_at: '2026-10-31T20:00:00Z' })
  await change(first, b, { unsubscribed_at: '2026-11-02T10:00:00Z' })
  // Its outcome became known later, after the dispatch had ended.
  await change(first, c, { settled_at: '2026-11-09T10:00:00Z' })
  expect(await figures('2026-09')).toEqual({ total: mails(0), listed: [], more: 0 })
  expect((await figures('2026-10')).total).toEqual(mails(3, 1))
  const november = await figures('2026-11')
  expect(november.total).toEqual(mails(1, 0, 1))
  expect(november.listed).toMatchObject([
    { name: 'Winter', ...mails(1) },
    { name: 'Winter', ...mails(0, 0, 1) },
  ])
  expect(await figures('2026-11', (await ownerWithCompany(service.deps)).company._id)).toMatchObject({ total: mails(0) })
  await change(second, a, { state: 'unknown' })
  expect((await figures('2026-11')).total.sent).toBe(0)
})

test('emails of a dispatch that has not ended count, failed and suppressed ones do not', async () => {
  const [a, b] = ['a@b.example', 'b@b.example']
  const id = await sent('2026-10-05T14:00:00Z', [a, b], null)
  await change(id, b, { state: 'failed' })
  expect((await figures('2026-10')).total).toEqual(mails(1))
})

test('the service tasks gets the figures of the month and the total of the month before, with its key only', async () => {
  await sent('2026-10-05T14:00:00Z', ['a@b.example'])
  await sent('2026-09-05T14:00:00Z', ['a@b.example', 'b@b.example'])
  const ask = (authorization: string) =>
    service.app.inject({
      url: `${getCampaignFigures.url.replace(':companyProfileId', owner.company._id)}?month=2026-10`,
      headers: { authorization },
    })
  expect((await ask(`Key ${INTERNAL_MAIL_KEY}`)).json()).toMatchObject({ month: { total: mails(1) }, before: mails(2) })
  expect((await ask('Key wrong')).statusCode).toBe(403)
})

/** Generates dispatches of companies over some months, whose emails have all states, and bounce or unsubscribe days or weeks later. */
async function generateDispatches(companies: number, months: number): Promise<string[]> {
  const ids: string[] = []
  /** Companies whose opens and clicks are counted. */
  const counting: string[] = []
  for (let index = 0; index < companies; index++) {
    const of = await ownerWithCompany(service.deps)
    await sendingOf(service, of, { emails: ['first@b.example'], dispatch: 'done' })
    ids.push(of.company._id)
    if (index % 3 < 2) counting.push(of.company._id)
  }
  await service.db.connection().execute(async (db) => {
    await sql`select setseed(0.42)`.execute(db)
    // The conditions on outer columns make Postgres evaluate random() for each row.
    await sql`
      insert into dispatch (id, campaign_id, step_id, company_id, date, sends_at, state, started_at, finished_at, links)
      select gen_random_uuid(), campaign_id, step.id, company_id, start::date, start, 'done', start, start + random() * interval '3 days',
        case when company_id = any(${counting}::uuid[]) then '{}'::text[] end
      from step join campaign on campaign.id = campaign_id cross join generate_series(0, ${months * 2}::integer - 1) as half
        cross join lateral (
          select timestamptz '2025-11-01' + half * interval '15 days' + random() * interval '15 days' as start
          where half >= 0 and step.position >= 0
        ) as made
      where company_id = any(${ids}::uuid[]) on conflict do nothing`.execute(db)
    await sql`
      insert into delivery (id, dispatch_id, position, email, name, provider, token, state, first_claimed_at, settled_at, bounced_at, unsubscribed_at)
      select gen_random_uuid(), dispatch.id, n, n || '@b.example', '', 'b.example', gen_random_uuid()::text,
        (array['accepted', 'accepted', 'accepted', 'failed', 'unknown', 'suppressed'])[1 + floor(random() * 6)::integer], at, at + interval '1 hour',
        case when random() < 0.1 then at + random() * interval '20 days' end, case when random() < 0.1 then at + random() * interval '40 days' end
      from dispatch cross join generate_series(1, 12) as n
        cross join lateral (select started_at + random() * (finished_at - started_at) as at where n > 0 and dispatch.version > 0) as made
      where company_id = any(${ids}::uuid[]) and finished_at is not null`.execute(db)
    // Two bursts of requests for each email, so that machines and people mix.
    await sql`
      insert into mail_request (id, dispatch_id, delivery_id, at, link, client, machine_sign)
      select gen_random_uuid(), dispatch_id, delivery.id, first_claimed_at + n % 2 * interval '19 days' + random() * interval '8 seconds',
        case when random() < 0.6 then floor(random() * 3) end, (array['aaaa', 'bbbb'])[1 + floor(random() * 2)::integer],
        case when random() < 0.2 then 'program' end
      from delivery join dispatch on dispatch.id = dispatch_id cross join generate_series(1, 5) as n
      where company_id = any(${counting}::uuid[]) and first_claimed_at is not null and n + position > 0`.execute(db)
  })
  return ids
}

/** Queries the totals of all companies and months at once, in another way than the service. */
async function totals(): Promise<Map<string, MailFigures>> {
  const { rows } = await sql<{ key: string; what: keyof MailFigures; count: number; isCounted: boolean }>`
    with marked as (
      select dispatch_id, delivery_id, at, link, machine_sign is null
        and (link is null or (min(link) over near = link and max(link) over near = link))
        and (count(link) over near_by_client = 0 or count(*) over near_by_client = count(link) over near_by_client) as is_person
      from mail_request
      window near as (partition by delivery_id order by at range between '2 seconds' preceding and '2 seconds' following),
        near_by_client as (partition by delivery_id, client order by at range between '2 seconds' preceding and '2 seconds' following)
    ), opened as (
      select distinct on (delivery_id) dispatch_id, at from marked where is_person order by delivery_id, at
    ), clicked as (
      select distinct on (delivery_id) dispatch_id, at from marked where is_person and link is not null order by delivery_id, at
    ), fact (dispatch_id, at, what) as (
      select dispatch_id, first_claimed_at, 'sent' from delivery where state = 'accepted'
      union all select dispatch_id, bounced_at, 'bounced' from delivery
      union all select dispatch_id, unsubscribed_at, 'unsubscribed' from delivery
      union all select dispatch_id, at, 'opened' from opened
      union all select dispatch_id, at, 'clicked' from clicked
    )
    select company_id || to_char(at at time zone ${TIME_ZONE}, ' YYYY-MM') as key, what, count(at), bool_or(links is not null) as "isCounted"
    from fact join dispatch on dispatch.id = dispatch_id where at is not null group by 1, 2`.execute(service.db)
  const found = new Map<string, MailFigures>()
  for (const { key, what, count, isCounted } of rows) {
    const none = { ...mails(0), ...(isCounted && { opened: 0, clicked: 0 }) }
    found.set(key, { ...(found.get(key) ?? none), [what]: count })
  }
  return found
}

async function expectEqualFigures(companies: number, months: number): Promise<void> {
  const ids = await generateDispatches(companies, months)
  const expected = await totals()
  for (const id of ids)
    for (let index = 0; index < months; index++) {
      const month = addMonths('2025-11', index)
      const { total, listed, more } = await figures(month, id)
      expect([id, month, total]).toEqual([id, month, expected.get(`${id} ${month}`) ?? mails(0)])
      expect([listed.reduce((sum, campaign) => sum + campaign.sent, 0), more]).toEqual([total.sent, 0])
    }
  expect(expected.size).toBeGreaterThanOrEqual(companies * months)
  expect([...expected.values()].some(({ opened, clicked }) => opened && clicked && clicked < opened)).toBe(true)
}

test('the figures of generated dispatches equal those of an independent query', () => expectEqualFigures(3, 3))

test('the figures of 200 companies over 12 months equal those of an independent query', { tags: 'nightly' }, () =>
  expectEqualFigures(200, 12),
)
