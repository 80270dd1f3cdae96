import { connect } from '@app/chassis/db/connect.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import type { EventContract } from '@app/contracts/define.ts'
import { DispatchDone, DispatchHeld, DispatchLate, DispatchMissed } from '@app/contracts/events/campaigns.ts'
import type { Dispatch } from '@app/contracts/http/campaigns.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tables } from '../src/db/tables.ts'
import { finishDispatch } from '../src/dispatches/finish-dispatch.ts'
import { tick } from '../src/dispatches/scheduler.ts'
import { type Audiences, asked, people, startAudiences, tickAt } from './audiences.ts'
import { created, NOON, read, recurring, type Service, setUp, specialEvent, step, TOMORROW } from './setup.ts'

let service: Service
let audiences: Audiences
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  audiences = await startAudiences(100)
})
afterAll(async () => {
  audiences.stop()
  await service.stop()
})
beforeEach(async () => {
  service.clock.now = new Date(NOON)
  // What other tests left behind is not looked at.
  await service.db.updateTable('dispatch').set({ due_at: null }).execute()
  owner = await ownerWithCompany(service.deps)
})

/** A moment of tomorrow by New York's clocks. */
const at = (time: string): string => `${TOMORROW}T${time}:00-05:00`
const tickThen = (time: string) => tickAt(service, audiences.url, at(time))

async function oneDispatch() {
  const campaign = await created(service, owner)
  const [dispatch] = campaign.dispatches as [Dispatch]
  const wanted = { dispatchId: dispatch._id, companyProfileId: owner.company._id }
  const now = async (): Promise<Dispatch> => (await read(service, owner, campaign._id)).json().dispatches[0]
  const told = async (event: EventContract) =>
    (await outboxOf(service.db as never, event)).filter(({ subject }) => subject === dispatch._id)
  return { campaign, id: dispatch._id, wanted, now, told }
}

const emails = async (dispatchId: string): Promise<string[]> =>
  (await service.db.selectFrom('delivery').select('email').where('dispatch_id', '=', dispatchId).orderBy('position').execute()).map(
    ({ email }) => email,
  )

/** What a sender does when nobody is left. */
const finish = (id: string) => inTransaction(service.db, (trx) => finishDispatch(trx, id))

test('at nine its people are asked for, then fetched page after page, and it is sent; done when the sums agree', async () => {
  const { id, wanted, now, told, campaign } = await oneDispatch()
  await tickThen('08:59')
  expect(await asked(service, id)).toEqual([])
  await tickThen('09:00')
  expect(await asked(service, id)).toEqual([{ ...wanted, audience: 'Customers', notBefore: expect.stringMatching(/Z$/) }])
  expect((await now()).state).toBe('gathering')
  await audiences.answer(service, wanted, people(250))
  await tickThen('09:01')
  expect(await now()).toMatchObject({
    state: 'sending',
    audience: 250,
    startedAt: expect.stringMatching(/Z$/),
    counts: { queued: 250, accepted: 0 },
  })
  expect(await emails(id)).toEqual(people(250).map(({ email }) => email))
  expect((await read(service, owner, campaign._id)).json().steps[0].isSent).toBe(true)

  await service.db.updateTable('delivery').set({ state: 'accepted' }).where('dispatch_id', '=', id).where('position', '<=', 249).execute()
  await finish(id)
  expect([(await now()).state, await told(DispatchDone)]).toEqual(['sending', []])
  await service.db
    .updateTable('delivery')
    .set({ state: 'failed', maybe_twice: true })
    .where('dispatch_id', '=', id)
    .where('position', '=', 250)
    .execute()
  await finish(id)
  expect(await now()).toMatchObject({
    state: 'done',
    counts: { accepted: 249, failed: 1, queued: 0 },
    finishedAt: expect.stringMatching(/Z$/),
  })
  expect((await told(DispatchDone)).map(({ data }) => data)).toEqual([
    expect.objectContaining({ stepType: 'Initial', date: TOMORROW, audience: 250, accepted: 249, failed: 1, suppressed: 0, maybeTwice: 1 }),
  ])
  expect((await read(service, owner, campaign._id)).json()).toMatchObject({ state: 'done', nextSendAt: null })
})

test('fifty ticks at once over three schedulers ask once, gather once and begin once', async () => {
  const { dispatches } = await created(service, owner, recurring())
  const [first, second] = dispatches as [Dispatch, Dispatch]
  const others = [1, 2].map(() => connect<Tables>({ url: service.url, schema: 'campaigns', max: 5, onIdleError: () => {} }))
  const dbs = [service.db, ...others]
  const all = () =>
    Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        tick({ ...service.deps, db: dbs[n % 3] ?? service.db, crmProxyUrl: audiences.url }, new AbortController().signal),
      ),
    )
  service.clock.now = new Date(at('09:00'))
  await all()
  expect(await asked(service, first._id)).toHaveLength(1)
  expect(await asked(service, second._id)).toEqual([])
  await audiences.answer(service, { dispatchId: first._id, companyProfileId: owner.company._id }, people(250))
  await all()
  expect(await emails(first._id)).toHaveLength(250)
  await Promise.all(others.map((db) => db.destroy()))
})

test('the spreadsheet is away from 09:00 to 09:40: the owner hears at 09:15, once, and it is sent by 09:55', async () => {
  const { id, wanted, now, told } = await oneDispatch()
  let asks = 0
  const waits: number[] = []
  let last = Date.parse(at('09:00'))
  for (let minute = 0; minute <= 55 && (await now()).state !== 'sending'; minute += 0.5) {
    service.clock.now = new Date(Date.parse(at('09:00')) + minute * 60_000)
    await tickAt(service, audiences.url)
    const count = (await asked(service, id)).length
    if (count > asks) {
      waits.push((service.clock.now.getTime() - last) / 60_000)
      last = service.clock.now.getTime()
      asks = count
      if (minute < 40) await audiences.refuse(service, wanted)
      else await audiences.answer(service, wanted, people(3))
    }
    if (minute === 1) expect(await now()).toMatchObject({ state: 'waiting', code: 'http-status', reason: 'HTTP error! status: 503' })
    expect(await told(DispatchLate)).toHaveLength(minute < 15 ? 0 : 1)
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(5)
  expect(await now()).toMatchObject({ state: 'sending', reason: null })
  expect(service.clock.now.getTime()).toBeLessThan(Date.parse(at('09:55')))
  expect((await told(DispatchLate))[0]?.data).toMatchObject({ reason: 'HTTP error! status: 503', until: '2026-11-23T22:00:00.000Z' })
})

test('away until 17:00 it is missed: no mail, the owner told', async () => {
  const { id, wanted, now, told, campaign } = await oneDispatch()
  await tickThen('09:00')
  await audiences.refuse(service, wanted)
  await tickThen('16:59')
  expect((await now()).state).toBe('waiting')
  await tickThen('17:00')
  expect(await now()).toMatchObject({ state: 'missed', reason: 'HTTP error! status: 503' })
  expect((await told(DispatchMissed)).map(({ data }) => data)).toEqual([
    expect.objectContaining({ reason: 'HTTP error! status: 503', companyName: 'Palm Bakery' }),
  ])
  await audiences.answer(service, wanted, people(3))
  await tickThen('17:30')
  expect([(await now()).state, await emails(id)]).toEqual(['missed', []])
  expect((await read(service, owner, campaign._id)).json()).toMatchObject({ state: 'done', steps: [{ isSent: false }] })
})

test('a day on which the product was down is missed; back within it, it is sent', async () => {
  const down = await oneDispatch()
  await tickThen('17:00')
  expect(await down.now()).toMatchObject({ state: 'missed', code: 'window-over', reason: 'We were not able to send it on its day.' })
  expect(await down.told(DispatchMissed)).toHaveLength(1)
  service.clock.now = new Date(NOON)
  const back = await oneDispatch()
  await tickThen('16:00')
  expect((await back.now()).state).toBe('gathering')
})

test('an answer that never comes is asked for again; a late one to the first question is taken', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await tickThen('09:01')
  expect(await asked(service, id)).toHaveLength(1)
  await tickThen('09:02')
  expect(await asked(service, id)).toHaveLength(2)
  await audiences.answer(service, wanted, people(1))
  await audiences.answer(service, wanted, people(1))
  await tickThen('09:03')
  expect((await now()).state).toBe('sending')
})

test('killed while pages come in: nobody is missing, nobody there twice', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await audiences.answer(service, wanted, people(450))
  const before = audiences.served()
  const killed = new AbortController()
  const db = connect<Tables>({ url: service.url, schema: 'campaigns', max: 2, onIdleError: () => {} })
  const running = tick({ ...service.deps, db, crmProxyUrl: audiences.url }, killed.signal)
  await expect.poll(async () => (await emails(id)).length).toBeGreaterThan(100)
  killed.abort()
  await running
  await db.destroy()
  const had = (await emails(id)).length
  expect(had).toBeLessThan(450)
  await tickThen('09:05')
  expect(await emails(id)).toEqual(people(450).map(({ email }) => email))
  expect((await now()).state).toBe('sending')
  expect(audiences.served() - before).toBeLessThanOrEqual(7)
})

test('crm-proxy hangs up between two pages: it goes on from there', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await audiences.answer(service, wanted, people(150))
  audiences.failNext(2)
  await tickThen('09:01')
  expect((await now()).state).toBe('gathering')
  await tickThen('09:03')
  expect([(await now()).state, (await emails(id)).length]).toEqual(['sending', 150])
})

test('a ticket that is over is asked for again; people who were read anew take the place of those before', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await audiences.answer(service, wanted, people(5))
  await service.db.updateTable('dispatch').set({ ticket: 'old', pulled: 1 }).where('id', '=', id).execute()
  await inTransaction(service.db, (trx) =>
    trx
      .insertInto('delivery')
      .values({ id, dispatch_id: id, position: 1, email: 'gone@a.example', name: '', provider: 'a.example', merge: '{}', token: id })
      .execute(),
  )
  await tickThen('09:01')
  await tickThen('09:01')
  expect(await asked(service, id)).toHaveLength(2)
  await audiences.answer(service, wanted, people(5), new Date(Date.now() + 1_000))
  await tickThen('09:02')
  expect([(await now()).state, await emails(id)]).toEqual(['sending', people(5).map(({ email }) => email)])
})

test('nobody to send to: it is held and says so', async () => {
  const { wanted, now, told } = await oneDispatch()
  await tickThen('09:00')
  await audiences.answer(service, wanted, [])
  await tickThen('09:01')
  expect(await now()).toMatchObject({ state: 'held', code: 'no-audience', audience: 0 })
  expect((await told(DispatchHeld)).map(({ data }) => data.code)).toEqual(['no-audience'])
})

test('a company’s suppressed addresses stand in the ledger as such; when all are, it is done at once', async () => {
  const { id, wanted, now } = await oneDispatch()
  const suppressed = people(2).map(({ email }) => ({
    id: crypto.randomUUID(),
    company_id: owner.company._id,
    email,
    reason: 'unsubscribed' as const,
  }))
  await service.db.insertInto('suppression').values(suppressed).execute()
  await tickThen('09:00')
  await audiences.answer(service, wanted, people(2))
  await tickThen('09:01')
  await finish(id)
  expect(await now()).toMatchObject({ state: 'done', counts: { suppressed: 2, accepted: 0 } })
})

test('weekly over 14 March 2027 each is sent at nine', async () => {
  const { dispatches } = await created(service, owner, recurring({ startDate: '2027-03-07', endDate: '2027-03-21' }))
  for (const [index, { _id, date }] of dispatches.entries()) {
    const offset = index === 0 ? '-05:00' : '-04:00'
    await tickAt(service, audiences.url, `${date}T08:59:59${offset}`)
    expect(await asked(service, _id)).toEqual([])
    await tickAt(service, audiences.url, `${date}T09:00:00${offset}`)
    expect(await asked(service, _id)).toHaveLength(1)
  }
})

test('of an event of several steps each is sent on its date', async () => {
  const steps = [step(), step({ type: 'Final', date: '2026-11-25' })]
  const { dispatches } = await created(service, owner, specialEvent(steps))
  await tickThen('09:00')
  expect(await asked(service, dispatches[0]?._id ?? '')).toHaveLength(1)
  expect(await asked(service, dispatches[1]?._id ?? '')).toEqual([])
})
