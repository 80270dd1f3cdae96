import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { refuseRows } from './failing-rows.ts'
import { eventually, people, setSending } from './sending-setup.ts'

const sending = setSending()

const rowOf = (dispatchId: string, email: string) =>
  sending.db
    .selectFrom('delivery')
    .select(['state', 'code', 'attempts'])
    .where('dispatch_id', '=', dispatchId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

it('an outcome that cannot be stored does not block others, and its email becomes unknown', { tags: 'nightly' }, async () => {
  const allow = await refuseRows(sending.adminUrl, 'delivery', `new.email = 'p1@people.example' and new.state = 'accepted'`)
  const id = await sending.dispatchTo(people(30))
  const other = await sending.dispatchTo(people(5, 'others.example'))
  sending.start(sending.relay.url)
  await sending.untilDone(other)
  await eventually(() => sending.states(id)).toEqual({ accepted: 29, sending: 1 })
  await sql`update delivery set due_at = now() where state = 'sending'`.execute(sending.db)
  await eventually(() => sending.states(id)).toEqual({ accepted: 29, unknown: 1 })
  await allow()
})

it('an outcome whose consequences fail is stored without them', { tags: 'nightly' }, async () => {
  const allow = await refuseRows(sending.adminUrl, 'suppression', 'true')
  sending.relay.refusals.push('550 5.1.1 No such user')
  const id = await sending.dispatchTo(people(1))
  sending.start(sending.relay.url)
  await sending.untilDone(id)
  expect(await rowOf(id, 'p0@people.example')).toMatchObject({ state: 'failed', code: 'address-refused 550 5.1.1' })
  const other = await sending.dispatchTo(people(5, 'others.example'))
  await sending.untilDone(other)
  expect(await sending.states(other)).toEqual({ accepted: 5 })
  await allow()
})

it('an email that cannot be composed fails at the third attempt with a reason, and its dispatch ends', async () => {
  const id = await sending.dispatchTo(people(3))
  await sending.db.updateTable('delivery').set({ merge: null }).where('email', '=', 'p1@people.example').execute()
  sending.start(sending.relay.url)
  for (const attempts of [1, 2]) {
    await eventually(() => rowOf(id, 'p1@people.example')).toEqual({ state: 'queued', code: 'mail-not-made', attempts })
    await sending.makeDue()
  }
  await sending.untilDone(id)
  expect(await sending.states(id)).toEqual({ accepted: 2, failed: 1 })
  expect((await rowOf(id, 'p1@people.example')).code).toBe('mail-not-made TypeError')
})

it('a dispatch that cannot be finished does not block others and is logged once a minute', { tags: 'nightly' }, async () => {
  const id = await sending.dispatchTo(people(1))
  const allow = await refuseRows(sending.adminUrl, 'dispatch', `new.id = '${id}' and new.state = 'done'`)
  sending.start(sending.relay.url)
  await eventually(() => sending.states(id)).toEqual({ accepted: 1 })
  const countErrors = () => sending.lines.filter((line) => line.includes(id) && line.includes('cannot finish a dispatch')).length
  await eventually(countErrors).toBe(1)
  const other = await sending.dispatchTo(people(5, 'others.example'))
  await sending.untilDone(other)
  expect([countErrors(), (await sending.dispatch(id)).state]).toEqual([1, 'sending'])
  await allow()
})
