import { connect } from '@app/chassis/db/connect.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Dispatch } from '@app/contracts/http/dispatches.ts'
import { expect, test } from 'vitest'
import type { Tables } from '../src/db/tables.ts'
import { audienceRequests, people, tick, tickAt } from './audiences.ts'
import { createdCampaign, NOON, read, recurring, specialEvent, step } from './setup.ts'
import { firstDispatch, newYorkTime, setUpStage } from './stage.ts'

const { stage, oneDispatch, reportsOf, emails, detail, tickThen, wantedBy, finish } = setUpStage()

test('at 9:00 the recipients are requested and fetched page by page; the dispatch is done when all emails have an outcome', async () => {
  const { id, wanted, now, reports, campaign } = await oneDispatch()
  await tickThen('08:59')
  expect(await audienceRequests(stage.service, id)).toEqual([])
  await tickThen('09:00')
  expect(await audienceRequests(stage.service, id)).toEqual([{ ...wanted, audience: 'Customers', notBefore: expect.stringMatching(/Z$/) }])
  expect((await now()).state).toBe('gathering')
  await stage.audiences.publishRead(stage.service, wanted, people(250))
  await tickThen('09:01')
  expect(await now()).toMatchObject({
    state: 'sending',
    audience: 250,
    startedAt: expect.stringMatching(/Z$/),
    counts: { queued: 250, accepted: 0 },
  })
  expect(await emails(id)).toEqual(people(250).map(({ email }) => email))
  expect((await read(stage.service, stage.owner, campaign._id)).json().steps[0].isSent).toBe(true)

  await stage.service.db
    .updateTable('delivery')
    .set({ state: 'accepted' })
    .where('dispatch_id', '=', id)
    .where('position', '<=', 249)
    .execute()
  await finish(id)
  expect([(await now()).state, await reports('done')]).toEqual(['sending', []])
  await stage.service.db
    .updateTable('delivery')
    .set({ state: 'failed', may_be_duplicate: true })
    .where('dispatch_id', '=', id)
    .where('position', '=', 250)
    .execute()
  await finish(id)
  expect(await now()).toMatchObject({
    state: 'done',
    counts: { accepted: 249, failed: 1, suppressed: 0, maybeTwice: 1, queued: 0 },
    finishedAt: expect.stringMatching(/Z$/),
  })
  const { _id: companyProfileId, companyName } = stage.owner.company
  const names = { companyProfileId, companyName, ownerId: stage.owner.id, campaignId: campaign._id, name: 'Pie week' }
  expect(await reports('done')).toEqual([{ ...names, dispatchId: id, outcome: 'done', audience: 250, accepted: 249 }])
  expect((await read(stage.service, stage.owner, campaign._id)).json()).toMatchObject({ state: 'done', nextSendAt: null })
})

test('the log has a line when recipients were stored and when a dispatch was missed, without email addresses', async () => {
  const { id, wanted } = await oneDispatch()
  const { id: missed } = await oneDispatch()
  const read = () =>
    stage.service.lines
      .map((line) => JSON.parse(line))
      .flatMap(({ level, dispatch, msg, people }) => (level >= 30 ? [{ dispatch, msg, people }] : []))
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(250))
  await tickThen('09:01')
  await tickThen('17:00')
  await tickThen('17:01')
  expect(read().filter(({ dispatch }) => dispatch === id)).toEqual([
    { dispatch: id, people: 250, msg: 'the recipients of a dispatch were stored' },
  ])
  expect(read().filter(({ dispatch }) => dispatch === missed)).toEqual([{ dispatch: missed, msg: 'a dispatch was missed' }])
  expect(stage.service.lines.filter((line) => line.includes(people(1)[0]?.email ?? ''))).toEqual([])
})

test('fifty concurrent ticks of three schedulers request and store the recipients once', { tags: 'nightly' }, async () => {
  const { dispatches } = await createdCampaign(stage.service, stage.owner, recurring())
  const [firstDispatch, second] = dispatches as [Dispatch, Dispatch]
  const others = [1, 2].map(() => connect<Tables>({ url: stage.service.url, schema: 'campaigns', max: 5, onIdleError: () => {} }))
  const dbs = [stage.service.db, ...others]
  const all = () =>
    Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        tick({ ...stage.service.deps, db: dbs[n % 3] ?? stage.service.db, crmProxyUrl: stage.audiences.url }),
      ),
    )
  stage.service.clock.now = new Date(newYorkTime('09:00'))
  await all()
  expect(await audienceRequests(stage.service, firstDispatch._id)).toHaveLength(1)
  expect(await audienceRequests(stage.service, second._id)).toEqual([])
  await stage.audiences.publishRead(stage.service, wantedBy(firstDispatch._id), people(250))
  // Ticks may end between two steps of a dispatch. The next ticks continue it.
  await expect
    .poll(async () => {
      await all()
      return (await emails(firstDispatch._id)).length
    })
    .toBe(250)
  await Promise.all(others.map((db) => db.destroy()))
})

test('spreadsheet unavailable from 9:00 to 9:40: the owner is notified once at 9:15, and the dispatch is sent by 9:55', {
  tags: 'nightly',
}, async () => {
  const { id, wanted, now, reports } = await oneDispatch()
  let asks = 0
  const waits: number[] = []
  let last = Date.parse(newYorkTime('09:00'))
  for (let minute = 0; minute <= 55 && (await now()).state !== 'sending'; minute += 0.5) {
    stage.service.clock.now = new Date(Date.parse(newYorkTime('09:00')) + minute * 60_000)
    await tickAt(stage.service, stage.audiences.url)
    const count = (await audienceRequests(stage.service, id)).length
    if (count > asks) {
      waits.push((stage.service.clock.now.getTime() - last) / 60_000)
      last = stage.service.clock.now.getTime()
      asks = count
      if (minute < 40) await stage.audiences.publishUnread(stage.service, wanted)
      else await stage.audiences.publishRead(stage.service, wanted, people(3))
    }
    if (minute === 1) expect(await now()).toMatchObject({ state: 'waiting', code: 'http-status', reason: 'HTTP error! status: 503' })
    expect(await reports('late')).toHaveLength(minute < 15 ? 0 : 1)
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(5)
  expect(await now()).toMatchObject({ state: 'sending', reason: null })
  expect(stage.service.clock.now.getTime()).toBeLessThan(Date.parse(newYorkTime('09:55')))
  expect((await reports('late'))[0]).toMatchObject({ reason: 'HTTP error! status: 503' })
})

test('spreadsheet unavailable until 17:00: the dispatch is missed and the owner is notified', async () => {
  const { id, wanted, now, reports, campaign } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishUnread(stage.service, wanted)
  await tickThen('16:59')
  expect((await now()).state).toBe('waiting')
  await tickThen('17:00')
  expect(await now()).toMatchObject({ state: 'missed', reason: 'HTTP error! status: 503' })
  expect(await reports('missed')).toEqual([expect.objectContaining({ reason: 'HTTP error! status: 503', companyName: 'Palm Bakery' })])
  await stage.audiences.publishRead(stage.service, wanted, people(3))
  await tickThen('17:30')
  expect([(await now()).state, await emails(id)]).toEqual(['missed', []])
  expect((await read(stage.service, stage.owner, campaign._id)).json()).toMatchObject({ state: 'done', steps: [{ isSent: false }] })
})

test('a dispatch is missed if the service was down for its whole window, and sent if the service starts within the window', async () => {
  const down = await oneDispatch()
  await tickThen('17:00')
  expect(await down.now()).toMatchObject({
    state: 'missed',
    code: 'window-over',
    reason: 'We couldn’t send this email on its scheduled day.',
  })
  expect(await down.reports('missed')).toHaveLength(1)
  stage.service.clock.now = new Date(NOON)
  const back = await oneDispatch()
  await tickThen('16:00')
  expect((await back.now()).state).toBe('gathering')
})

test('no response of crm-proxy: the owner is notified that the dispatch is late, and then that it was missed', async () => {
  const { now, reports } = await oneDispatch()
  await tickThen('09:00')
  await tickThen('09:14')
  expect(await reports('late')).toEqual([])
  await tickThen('09:15')
  await tickThen('09:20')
  expect((await reports('late')).map(({ reason }) => reason)).toEqual(['We couldn’t read your spreadsheet.'])
  await tickThen('17:00')
  expect(await now()).toMatchObject({ state: 'missed', code: 'not-read', reason: 'We couldn’t read your spreadsheet.' })
})

test('image unavailable in the store: the dispatch waits and is sent when the image is available again', async () => {
  const { deps } = stage.service
  const campaign = await createdCampaign(stage.service, stage.owner, specialEvent(), { stepAttachment_0: new File([png()], 'Pie.png') })
  const { _id: dispatchId } = firstDispatch(campaign)
  const { store } = deps
  deps.store = { ...store, get: () => Promise.reject(new Error('away')) }
  await tickThen('09:00')
  const now = async () => firstDispatch(await detail(campaign))
  expect(await now()).toMatchObject({ state: 'waiting', code: 'attachment', reason: expect.stringContaining('picture') })
  await tickThen('09:15')
  expect(await reportsOf(dispatchId, 'late')).toHaveLength(1)
  deps.store = store
  await tickThen('09:20')
  await stage.audiences.publishRead(stage.service, wantedBy(dispatchId), people(2))
  await tickThen('09:21')
  expect(await now()).toMatchObject({ state: 'sending', reason: null })
})

test('metrics count the dispatches in progress and on hold, and the due emails', async () => {
  await stage.service.db.deleteFrom('delivery').execute()
  await stage.service.db.updateTable('dispatch').set({ state: 'cancelled' }).execute()
  const { wanted } = await oneDispatch()
  await tickThen('09:00')
  const figures = async () => (await stage.service.app.inject({ url: '/metrics' })).body
  expect(await figures()).toContain('campaign_sendings{state="gathering"} 1')
  expect(await figures()).toContain('campaign_sendings{state="held"} 0')
  await stage.audiences.publishRead(stage.service, wanted, people(3))
  await tickThen('09:01')
  await stage.service.db.updateTable('delivery').set({ due_at: '2100-01-01T00:00:00Z' }).where('position', '=', 1).execute()
  expect(await figures()).toMatch(/^campaign_mails_due 2$/m)
  await stage.service.db.insertInto('suspension').values({ scope: 'company', target: stage.owner.company._id, reason: 'A test' }).execute()
  expect(await figures()).toMatch(/^campaign_mails_due 0$/m)
  await stage.service.db.deleteFrom('suspension').execute()
})

test('a dispatch without recipients is put on hold, and the owner is notified', async () => {
  const { wanted, now, reports } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, [])
  await tickThen('09:01')
  expect(await now()).toMatchObject({ state: 'held', code: 'no-audience', audience: 0 })
  expect(await reports('held')).toEqual([expect.objectContaining({ reason: expect.stringContaining('Nobody in your spreadsheet') })])
})

test('suppressed addresses are stored as suppressed; if all addresses are suppressed, the dispatch is done immediately', async () => {
  const { id, wanted, now } = await oneDispatch()
  const suppressed = people(2).map(({ email }) => ({
    id: crypto.randomUUID(),
    company_id: stage.owner.company._id,
    email,
    reason: 'unsubscribed' as const,
  }))
  await stage.service.db.insertInto('suppression').values(suppressed).execute()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(2))
  await tickThen('09:01')
  await finish(id)
  expect(await now()).toMatchObject({ state: 'done', counts: { suppressed: 2, accepted: 0 } })
})

test('weekly dispatches across the clock change of 14 March 2027 start at 9:00 local time', async () => {
  const { dispatches } = await createdCampaign(stage.service, stage.owner, recurring({ startDate: '2027-03-07', endDate: '2027-03-21' }))
  for (const [index, { _id, date }] of dispatches.entries()) {
    const offset = index === 0 ? '-05:00' : '-04:00'
    await tickAt(stage.service, stage.audiences.url, `${date}T08:59:59${offset}`)
    expect(await audienceRequests(stage.service, _id)).toEqual([])
    await tickAt(stage.service, stage.audiences.url, `${date}T09:00:00${offset}`)
    expect(await audienceRequests(stage.service, _id)).toHaveLength(1)
  }
})

test('each step of a special event is sent on its date', async () => {
  const steps = [step(), step({ type: 'Final', date: '2026-11-25' })]
  const { dispatches } = await createdCampaign(stage.service, stage.owner, specialEvent(steps))
  await tickThen('09:00')
  expect(await audienceRequests(stage.service, dispatches[0]?._id ?? '')).toHaveLength(1)
  expect(await audienceRequests(stage.service, dispatches[1]?._id ?? '')).toEqual([])
})
