import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { CampaignChanged, SuspensionChanged } from '@app/contracts/events/campaigns.ts'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { audienceRequests } from './audiences.ts'
import { actOnDispatch, admin, createdCampaign, recurring } from './setup.ts'
import { firstDispatch, newYorkTime, setUpStage } from './stage.ts'

const { stage, reportsOf, tickThen, detail, states, begin } = setUpStage()

afterEach(async () => {
  for (const table of ['suspension', 'suspension_notice'] as const) await stage.service.db.deleteFrom(table).execute()
})

const put = (payload: object) =>
  stage.service.app.inject({ method: 'PUT', url: '/admin/campaign-suspension', payload, headers: admin.headers })
const release = (payload: object) =>
  stage.service.app.inject({ method: 'POST', url: '/admin/campaign-suspension/release', payload, headers: admin.headers })
const listAll = (query = '') => stage.service.app.inject({ url: `/admin/campaigns${query}`, headers: admin.headers })

const targets = async () => {
  const campaign = await createdCampaign(stage.service, stage.owner, recurring())
  return {
    campaign,
    all: { scope: 'all' },
    company: { scope: 'company', id: stage.owner.company._id },
    one: { scope: 'campaign', id: campaign._id },
  }
}

test.each(['all', 'company', 'one'] as const)(
  'a suspension of %s: no dispatch starts, senders are notified, the owner sees the reason',
  async (which) => {
    const { campaign, ...target } = await targets()
    const listener = new pg.Client({ connectionString: stage.service.url })
    await listener.connect()
    await listener.query('listen campaigns_stop')
    const payloads: unknown[] = []
    listener.on('notification', ({ payload }) => payloads.push(payload))
    const response = await put({ ...target[which], reason: ' Too many complaints. ' })
    expect([response.statusCode, response.json().message]).toEqual([200, 'Sending suspended'])
    await expect.poll(() => payloads).toEqual([''])
    await listener.end()
    expect((await detail(campaign)).suspension).toEqual({
      scope: target[which].scope,
      reason: 'Too many complaints.',
      since: expect.stringMatching(/Z$/),
    })
    await tickThen('09:00')
    expect(await audienceRequests(stage.service, firstDispatch(campaign)._id)).toEqual([])

    expect((await release(target[which])).json().message).toBe('Sending resumed')
    expect((await detail(campaign)).suspension).toBeNull()
    await tickThen('09:30')
    expect(await audienceRequests(stage.service, firstDispatch(campaign)._id)).toHaveLength(1)
    expect((await release(target[which])).statusCode).toBe(404)
  },
)

test('a suspension of a company does not affect other companies', async () => {
  const { company } = await targets()
  stage.owner = await ownerWithCompany(stage.service.deps)
  const other = await createdCampaign(stage.service, stage.owner)
  await put({ ...company, reason: 'Spam' })
  await tickThen('09:00')
  expect((await detail(other)).suspension).toBeNull()
  expect(await audienceRequests(stage.service, firstDispatch(other)._id)).toHaveLength(1)
})

test('release on the same day continues a started dispatch; on a later day the dispatch is missed and the owner is notified', async () => {
  const { campaign, one } = await targets()
  const dispatchId = await begin(campaign)
  await put({ ...one, reason: 'Spam' })
  const changes = async () =>
    (await outboxOf(stage.service.db as never, CampaignChanged)).filter(({ subject }) => subject === campaign._id).length
  const before = await changes()
  await release(one)
  expect([(await states(campaign))[0], (await changes()) - before]).toEqual(['sending', 1])

  await put({ ...one, reason: 'Spam again' })
  stage.service.clock.now = new Date(newYorkTime('08:00', '2026-11-24'))
  await release(one)
  expect((await detail(campaign)).dispatches[0]).toMatchObject({ state: 'missed', reason: 'Sending was stopped until the end of the day.' })
  expect(await reportsOf(dispatchId, 'missed')).toHaveLength(1)
})

test('a dispatch that had not started when its window ended is missed after the release', async () => {
  const { campaign, all } = await targets()
  await put({ ...all, reason: 'Our relay is blocked.' })
  await tickThen('18:00')
  expect((await states(campaign))[0]).toBe('scheduled')
  await release(all)
  await tickThen('18:01')
  expect((await states(campaign))[0]).toBe('missed')
})

test('an admin suspends a campaign while its owner chooses Send now: nothing is sent until the suspension is released', async () => {
  const { campaign, one } = await targets()
  const { _id: id } = firstDispatch(campaign)
  await tickThen('18:00')
  const [sent, suspended] = await Promise.all([actOnDispatch(stage.service, stage.owner, id, 'send-now'), put({ ...one, reason: 'Spam' })])
  expect([sent.statusCode, suspended.statusCode]).toEqual([200, 200])
  await tickThen('18:01')
  expect(await audienceRequests(stage.service, id)).toEqual([])
  await release(one)
  await tickThen('18:02')
  expect(await audienceRequests(stage.service, id)).toHaveLength(1)
})

test('an unknown target is refused with 404, and a missing reason with 422 or 400', async () => {
  for (const scope of ['company', 'campaign']) {
    expect((await put({ scope, id: crypto.randomUUID(), reason: 'Spam' })).statusCode).toBe(404)
    expect((await put({ scope, reason: 'Spam' })).statusCode).toBe(404)
  }
  expect((await put({ scope: 'all', reason: ' ' })).statusCode).toBe(422)
  expect((await put({ scope: 'all', reason: '' })).statusCode).toBe(400)
})

test('admins see the campaigns of all companies, newest first, by page and by name, with all suspensions', async () => {
  const mark = crypto.randomUUID()
  const campaigns = []
  for (const name of ['Pies', 'Bread', 'Cake']) {
    stage.owner = await ownerWithCompany(stage.service.deps, { companyName: `Shop of ${name} ${mark}` })
    campaigns.push(await createdCampaign(stage.service, stage.owner, recurring({ name: `${name} week` })))
  }
  await put({ scope: 'company', id: stage.owner.company._id, reason: 'Spam' })
  const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)
  const all = (await listAll(`?search=${mark}`)).json()
  expect(names(all)).toEqual(['Cake week', 'Bread week', 'Pies week'])
  expect(all.data[0]).toMatchObject({
    companyName: `Shop of Cake ${mark}`,
    suspension: { scope: 'company', reason: 'Spam' },
    state: 'active',
  })
  expect(all.data[1].suspension).toBeNull()
  expect(all.suspensions).toEqual([
    { scope: 'company', id: stage.owner.company._id, name: `Shop of Cake ${mark}`, reason: 'Spam', since: expect.any(String) },
  ])
  expect(names((await listAll(`?search=of%20bread%20${mark}`)).json())).toEqual(['Bread week'])
  const page = await listAll(`?search=${mark}&limit=2`)
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(String(page.headers.link)) ?? []
  expect(names((await stage.service.app.inject({ url: next, headers: admin.headers })).json())).toEqual(['Pies week'])
})

test('the list says that a campaign is suspended; the owner is told once when the suspension begins and once when it ends', async () => {
  const { campaign, all, company, one } = await targets()
  const told = async () => {
    const own = (await outboxOf(stage.service.db as never, SuspensionChanged)).filter(({ data }) => data.ownerId === stage.owner.id)
    const [suspended = [], resumed = []] = [true, false].map((isSuspended) =>
      own.flatMap(({ data }) => (data.isSuspended === isSuspended ? [data] : [])),
    )
    return { suspended, resumed }
  }
  await put({ ...one, reason: 'Spam' })
  await put({ ...one, reason: 'Spam again' })
  const list = await stage.service.app.inject({ url: `/campaign/company/${stage.owner.company._id}`, headers: stage.owner.headers })
  expect(list.json()).toMatchObject([{ _id: campaign._id, suspension: { scope: 'campaign', reason: 'Spam again' } }])
  const noticeId = expect.any(String)
  const fact = { noticeId, companyProfileId: stage.owner.company._id, ownerId: stage.owner.id }
  const named = { ...fact, campaign: { campaignId: campaign._id, name: campaign.name } }
  expect(await told()).toEqual({ suspended: [{ ...named, isSuspended: true, reason: 'Spam' }], resumed: [] })
  await release(one)
  expect((await told()).resumed).toEqual([{ ...named, noticeId: (await told()).suspended[0]?.noticeId, isSuspended: false }])

  // The suspension of all companies continues after that of the company. So only its end is the end for the owner.
  await put({ ...company, reason: 'Bounces' })
  await put({ ...all, reason: 'Our relay is blocked.' })
  await release(company)
  expect((await told()).suspended.slice(1)).toEqual([{ ...fact, isSuspended: true, reason: 'Bounces' }])
  expect((await told()).resumed).toHaveLength(1)
  await release(all)
  expect((await told()).resumed.slice(1)).toEqual([{ ...fact, noticeId: (await told()).suspended[1]?.noticeId, isSuspended: false }])
  expect((await told()).suspended).toHaveLength(2)
})
