import type { AudiencePerson } from '@app/contracts/http/audience.ts'
import { afterEach, expect, test } from 'vitest'
import { people } from './audiences.ts'
import { refuseRows } from './failing-rows.ts'
import { startSchedulerProcess } from './scheduler-process.ts'
import { actOnDispatch } from './setup.ts'
import { newYorkTime, setUpStage } from './stage.ts'

const { stage, oneDispatch, emails, tickThen } = setUpStage()

let allowRows = async () => {}
afterEach(async () => {
  stage.audiences.servePages(undefined)
  await allowRows()
})

/** Makes Postgres reject rows that match a condition, until `allowRows` is called. `afterEach` calls it if the test did not. */
async function refuse(table: 'dispatch' | 'delivery', condition: string): Promise<void> {
  const allow = await refuseRows(stage.service.adminUrl, table, condition)
  allowRows = async () => {
    allowRows = async () => {}
    await allow()
  }
}

const AUDIENCE_NOT_STORED =
  'We couldn’t import the recipients from your spreadsheet: it failed three times in the same way. Check the rows you added last for unusual characters, then choose Send now. If it is put on hold again, please contact us.'

test('characters that cannot be stored are removed; an invalid address is suppressed with a reason', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  const found: AudiencePerson[] = [
    { email: 'ann@a.example', merge: { 'First Name': 'A\u0000nn\ud800', 'Last Name': '\udfffLee', 'Other\u0000 Details': '\u0000' } },
    { email: 'b\u0000ea@a.example', merge: { 'First Name': 'Bea' } },
    { email: 'bea@a.example', merge: { 'First Name': 'Bea' } },
    { email: 'cl\ud800oe', merge: { 'First Name': 'Cloe' } },
  ]
  await stage.audiences.publishRead(stage.service, wanted, found)
  await tickThen('09:01')
  expect(await now()).toMatchObject({ state: 'sending', audience: 3, counts: { queued: 2, suppressed: 1 } })
  const rows = await stage.service.db
    .selectFrom('delivery')
    .select(['email', 'name', 'merge', 'code'])
    .where('dispatch_id', '=', id)
    .orderBy('position')
    .execute()
  expect(rows).toEqual([
    {
      email: 'ann@a.example',
      name: 'Ann\ufffd \ufffdLee',
      merge: { 'First Name': 'Ann\ufffd', 'Last Name': '\ufffdLee', 'Other Details': '' },
      code: null,
    },
    { email: 'bea@a.example', name: 'Bea', merge: { 'First Name': 'Bea' }, code: null },
    { email: 'cl\ufffdoe', name: 'Cloe', merge: null, code: 'invalid-address' },
  ])
  const response = await stage.service.app.inject({
    url: `/campaign/dispatches/${id}/people?only=suppressed`,
    headers: stage.owner.headers,
  })
  expect(response.json().map(({ reason }: { reason: string }) => reason)).toEqual(['This is not a valid email address.'])
})

test('a page that cannot be stored three times puts the dispatch on hold and notifies the owner; Send now starts again', async () => {
  const { id, wanted, now, reports } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(250))
  await refuse('delivery', `new.dispatch_id = '${id}' and new.email = 'p150@a.example'`)
  await tickThen('09:01')
  await tickThen('09:03')
  expect([(await now()).state, (await emails(id)).length, await reports('held')]).toEqual(['gathering', 100, []])
  await tickThen('09:05')
  expect(await now()).toMatchObject({ state: 'held', code: 'audience-not-stored', reason: AUDIENCE_NOT_STORED })
  expect((await reports('held')).map(({ reason }) => reason)).toEqual([AUDIENCE_NOT_STORED])
  const before = stage.audiences.served()
  await tickThen('09:07')
  expect(stage.audiences.served()).toBe(before)

  await allowRows()
  await actOnDispatch(stage.service, stage.owner, id, 'send-now')
  await tickThen('09:10')
  await stage.audiences.publishRead(stage.service, wanted, people(250), new Date(Date.now() + 1_000))
  await tickThen('09:11')
  expect([(await now()).state, (await emails(id)).length]).toEqual(['sending', 250])
})

test.each<[string, (first: number) => object]>([
  ['an invalid page', () => ({ people: [{ email: 1 }] })],
  ['an empty page that is not the last one', () => ({ people: [], next: 1 })],
  ['more recipients than announced', () => ({ people: people(4), next: null })],
  ['fewer recipients than announced', () => ({ people: people(2), next: null })],
])('crm-proxy returns %s: on hold at the third failure', async (_what, pageOf) => {
  const { wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(3))
  stage.audiences.servePages(pageOf)
  await tickThen('09:01')
  await tickThen('09:03')
  expect((await now()).state).toBe('gathering')
  await tickThen('09:05')
  expect(await now()).toMatchObject({ state: 'held', code: 'audience-not-stored' })
})

test('an unavailable crm-proxy does not count as a failure: requests are retried until the window ends', async () => {
  const { wanted, now, id } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(3))
  for (const minute of ['01', '03', '05', '07', '09']) {
    stage.audiences.failNext(2)
    await tickThen(`09:${minute}`)
    expect((await now()).state).toBe('gathering')
  }
  await tickThen('09:11')
  expect([(await now()).state, (await emails(id)).length]).toEqual(['sending', 3])
})

test('a failure for another reason and progress both reset the count of failures', async () => {
  const { id, wanted, now } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(250))
  await refuse('delivery', `new.dispatch_id = '${id}' and new.email = 'p50@a.example'`)
  await tickThen('09:01')
  await tickThen('09:03')
  stage.audiences.servePages(() => ({ people: [], next: 1 }))
  await tickThen('09:05')
  stage.audiences.servePages(undefined)
  await tickThen('09:07')
  await tickThen('09:09')
  expect((await now()).state).toBe('gathering')
  await allowRows()
  await refuse('delivery', `new.dispatch_id = '${id}' and new.email = 'p150@a.example'`)
  await tickThen('09:11')
  await tickThen('09:13')
  expect([(await now()).state, (await emails(id)).length]).toEqual(['gathering', 100])
  await tickThen('09:15')
  expect((await now()).state).toBe('held')
})

test('recipients that crash three processes in a row put the dispatch on hold before a fourth attempt', async () => {
  const { id, wanted, now, reports } = await oneDispatch()
  await tickThen('09:00')
  await stage.audiences.publishRead(stage.service, wanted, people(300))
  for (const minute of ['01', '03', '05']) {
    const scheduler = startSchedulerProcess(stage.service, stage.audiences.url, newYorkTime(`09:${minute}`))
    stage.audiences.duringPages(scheduler.kill)
    await scheduler.killed()
    expect((await now()).state).toBe('gathering')
  }
  stage.audiences.duringPages(() => {})
  const before = stage.audiences.served()
  await tickThen('09:07')
  expect(stage.audiences.served()).toBe(before)
  expect(await now()).toMatchObject({ state: 'held', code: 'crashed', reason: expect.stringContaining('Choose Send now to try again') })
  expect(await reports('held')).toHaveLength(1)
  await actOnDispatch(stage.service, stage.owner, id, 'send-now')
  await tickThen('09:10')
  await stage.audiences.publishRead(stage.service, wanted, people(300), new Date(Date.now() + 1_000))
  await tickThen('09:11')
  expect([(await now()).state, (await emails(id)).length]).toEqual(['sending', 300])
})

test('a dispatch whose row cannot be stored does not block others, and is put on hold', async () => {
  const stuck = await oneDispatch()
  const other = await oneDispatch()
  await refuse('dispatch', `new.id = '${stuck.id}' and new.mail is not null`)
  for (const minute of ['00', '02', '04']) await tickThen(`09:${minute}`)
  expect((await other.now()).state).toBe('gathering')
  expect(await stuck.now()).toMatchObject({
    state: 'held',
    code: 'mail-not-made',
    reason: expect.stringContaining('Change the text or the picture'),
  })
})
