import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { expect, test } from 'vitest'
import { audienceRequests, people, tick } from './audiences.ts'
import { startSchedulerProcess } from './scheduler-process.ts'
import { createdCampaign, specialEvent, step } from './setup.ts'
import { newYorkTime, setUpStage } from './stage.ts'

const { stage, oneDispatch, emails, tickThen, begin } = setUpStage()

test.each([
  ['true', ['https://pies.example/menu']],
  ['false', null],
])('the targets of links are stored when the email is compiled, if opens and clicks are counted: %s', async (countsOpens, links) => {
  const fields = { ...specialEvent([step({ body: 'See https://pies.example/menu' })]), countsOpens }
  const campaign = await createdCampaign(stage.service, stage.owner, fields)
  expect(campaign.countsOpens).toBe(links !== null)
  const id = await begin(campaign)
  const stored = stage.service.db.selectFrom('dispatch').select(['links', 'mail']).where('id', '=', id)
  const dispatch = await stored.executeTakeFirstOrThrow()
  expect([dispatch.links, JSON.stringify(dispatch.mail).includes('/mailing/')]).toEqual([links, links !== null])
})

test('without a response, recipients are requested again; a late response to the first request is used', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await tickThen('09:01')
  expect(await audienceRequests(stage.service, id)).toHaveLength(1)
  await tickThen('09:02')
  expect(await audienceRequests(stage.service, id)).toHaveLength(2)
  await stage.audiences.publishRead(stage.service, wanted, people(1))
  await stage.audiences.publishRead(stage.service, wanted, people(1))
  await tickThen('09:03')
  expect((await now()).state).toBe('sending')
})

test('after a stop during the fetch, another scheduler continues with the next page', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(450))
  const before = stage.audiences.served()
  const stopped = new AbortController()
  stage.audiences.duringPages((served) => served === before + 2 && stopped.abort())
  await tick({ ...stage.service.deps, crmProxyUrl: stage.audiences.url }, stopped.signal)
  expect(await emails(id)).toHaveLength(200)
  await tickThen('09:05')
  expect(await emails(id)).toEqual(people(450).map(({ email }) => email))
  expect((await now()).state).toBe('sending')
  expect(stage.audiences.served() - before).toBe(5)
})

test('after three kills during the fetch, each recipient is stored exactly once', { tags: 'nightly' }, async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(3_000))
  for (const [index, afterMs] of [0, 2, 5].entries()) {
    const scheduler = startSchedulerProcess(stage.service, stage.audiences.url, newYorkTime(`09:0${2 * index + 1}`))
    const last = stage.audiences.served() + 4
    // Kills the process a few milliseconds after a page is served, while the process stores this page.
    stage.audiences.duringPages((served) => served === last && void setTimeout(scheduler.kill, afterMs))
    await scheduler.killed()
    expect((await now()).state).toBe('gathering')
  }
  const had = (await emails(id)).length
  expect([had > 0, had < 3_000]).toEqual([true, true])
  await tickThen('09:10')
  expect(await emails(id)).toEqual(people(3_000).map(({ email }) => email))
  expect((await now()).state).toBe('sending')
})

test('after a closed connection between two pages, the fetch continues with the next page', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(150))
  stage.audiences.failNext(2)
  await tickThen('09:01')
  expect((await now()).state).toBe('gathering')
  await tickThen('09:03')
  expect([(await now()).state, (await emails(id)).length]).toEqual(['sending', 150])
})

test('after the ticket expires, recipients are requested again; the new recipients replace the stored ones', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(5))
  await stage.service.db.updateTable('dispatch').set({ ticket: 'old', pulled: 1 }).where('id', '=', id).execute()
  await inTransaction(stage.service.db, (trx) =>
    trx
      .insertInto('delivery')
      .values({ id, dispatch_id: id, position: 1, email: 'gone@a.example', name: '', provider: 'a.example', merge: '{}', token: id })
      .execute(),
  )
  await tickThen('09:01')
  await tickThen('09:01')
  expect(await audienceRequests(stage.service, id)).toHaveLength(2)
  await stage.audiences.publishRead(stage.service, wanted, people(5), new Date(Date.now() + 1_000))
  await tickThen('09:02')
  expect([(await now()).state, await emails(id)]).toEqual(['sending', people(5).map(({ email }) => email)])
})
