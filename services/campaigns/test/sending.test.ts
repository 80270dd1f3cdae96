import { recordingTracer } from '@app/chassis/testing/recording-tracer.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDispatchesFinder } from '../src/sending/open-dispatches.ts'
import { requeueFailed, requeueRefused, resolveUnknown } from '../src/sending/requeue.ts'
import { eventually, people, setSending } from './sending-setup.ts'

const sending = setSending()

describe('a dispatch', () => {
  it('is sent to each recipient once, with their values, and then it is done', async () => {
    const id = await sending.dispatchTo(people(300))
    sending.start(sending.relay.url)
    sending.start(sending.relay.url)
    await sending.untilDone(id)
    expect(await sending.states(id)).toEqual({ accepted: 300 })
    expect(new Set(sending.relay.recipients).size).toBe(300)
    expect(sending.relay.mails).toHaveLength(300)
    expect(new Set(sending.relay.mails.map(({ headers }) => headers.get('x-trace-id'))).size).toBe(300)
    expect(sending.relay.mails.map(({ subject }) => subject)).toContain('Pies for Person 7')
    const logLines = () => sending.lines.map((line) => JSON.parse(line)).filter(({ dispatch }) => dispatch === id)
    await eventually(() => logLines().map(({ msg }) => msg)).toEqual(['a dispatch is done'])
    expect(sending.lines.filter((line) => line.includes('@people.example'))).toEqual([])
  })

  it('has a trace for each email, and the email contains the trace id', async () => {
    const { tracer, spans } = recordingTracer()
    const id = await sending.dispatchTo(people(2))
    sending.start(sending.relay.url, { tracer })
    await sending.untilDone(id)
    const accepted = spans.filter(({ name, attributes }) => name === 'SMTP' && attributes['smtp.verdict'] === 'accepted')
    const mailed = spans.filter(({ trace }) => accepted.some(({ parent }) => parent?.spanId === trace.spanId))
    expect(mailed).toMatchObject(Array(2).fill({ name: 'mail of a campaign', parent: undefined, attributes: { 'campaign.dispatch': id } }))
    const named = sending.relay.mails.map(({ headers }) => headers.get('x-trace-id'))
    expect(new Set(named)).toEqual(new Set(mailed.map(({ trace }) => trace.traceId)))
  })

  it('stores each address once regardless of its spelling, and sends nothing to suppressed addresses', async () => {
    const { db, company } = sending
    await db
      .insertInto('suppression')
      .values({ id: crypto.randomUUID(), company_id: company._id, email: 'no@x.com', reason: 'unsubscribed' })
      .execute()
    const twice = ['BOB@x.com ', 'bob@x.com', 'No@x.com', 'eve@x.com'].map((email) => ({ email, merge: {} }))
    const id = await sending.dispatchTo(twice)
    // Unsubscribes an address after its email was queued.
    await db
      .insertInto('suppression')
      .values({ id: crypto.randomUUID(), company_id: company._id, email: 'eve@x.com', reason: 'unsubscribed' })
      .execute()
    sending.start(sending.relay.url)
    await sending.untilDone(id)
    expect(sending.relay.recipients).toEqual(['bob@x.com'])
    expect(sending.relay.mails[0]?.subject).toBe('Pies for you')
    expect(await sending.states(id)).toEqual({ accepted: 1, suppressed: 2 })
  })

  it('is not done before all recipients have an outcome', async () => {
    const id = await sending.dispatchTo(people(3))
    await sending.db.updateTable('dispatch').set({ audience: 4 }).where('id', '=', id).execute()
    sending.start(sending.relay.url)
    await eventually(() => sending.states(id)).toEqual({ accepted: 3 })
    await openDispatchesFinder(sending.db, sending.log)()
    expect((await sending.dispatch(id)).state).toBe('sending')
  })
})

describe('a response of the relay', () => {
  const sendWithRefusals = async (refusals: readonly string[], audience = people(refusals.length)) => {
    sending.relay.refusals.push(...refusals)
    const id = await sending.dispatchTo(audience)
    sending.start(sending.relay.url)
    return id
  }
  const suppressed = async () =>
    (await sending.db.selectFrom('suppression').select(['email', 'reason']).orderBy('email').execute()).map(
      ({ email, reason }) => `${email} ${reason}`,
    )

  it.each([
    ['550 5.1.1 no such user', 'address-refused 550 5.1.1', ['p0@people.example refused']],
    ['550 5.2.1 disabled', 'address-refused 550 5.2.1', ['p0@people.example refused']],
    ['550 5.7.26 unauthenticated', 'sender-refused 550 5.7.26', []],
    ['554 5.6.0 not this', 'mail-refused 554 5.6.0', []],
    ['552 5.2.2 full', 'mailbox-refused 552 5.2.2', []],
    ['550 no', 'mailbox-refused 550', []],
  ])('%s: the code is stored in the ledger', async (refusal, code, addresses) => {
    // When the sender starts to listen for stopped dispatches, it releases its claims and may abort its first attempt. Therefore, the mail
    // relay refuses every attempt, and not only the first one.
    sending.relay.refuses.recipient = refusal
    const id = await sendWithRefusals([], people(1))
    await sending.untilDone(id)
    expect(await sending.codes(id)).toEqual([code])
    expect(await suppressed()).toEqual(addresses)
  })

  it('merge values are deleted as soon as the email cannot be sent again', async () => {
    const { db, company } = sending
    const unwanted = { id: crypto.randomUUID(), company_id: company._id, email: 'p9@people.example', reason: 'unsubscribed' as const }
    await db.insertInto('suppression').values(unwanted).execute()
    const id = await sendWithRefusals(['550 5.1.1 no such user', '554 5.6.0 not this'], people(10))
    await sending.untilDone(id)
    const { rows } = await sql<{ state: string; code: string | null; kept: number; named: number }>`
      select state, code, count(merge)::int as kept, count(*)::int as named from delivery where name like 'Person%'
      group by state, code order by state, code`.execute(db)
    expect(rows).toEqual([
      { state: 'accepted', code: null, kept: 0, named: 7 },
      { state: 'failed', code: 'address-refused 550 5.1.1', kept: 0, named: 1 },
      { state: 'failed', code: 'mail-refused 554 5.6.0', kept: 1, named: 1 },
      { state: 'suppressed', code: 'unsubscribed', kept: 0, named: 1 },
    ])
  })

  it('an address is suppressed at the third refusal by a full or missing mailbox in 30 days', { tags: 'nightly' }, async () => {
    for (const expected of [[], [], ['p0@people.example refused']]) {
      const id = await sendWithRefusals(['552 5.2.2 full'])
      await sending.untilDone(id)
      await sending.quiet()
      expect(await suppressed()).toEqual(expected)
    }
  })

  it('a temporary error is retried later and fails after a day', { tags: 'nightly' }, async () => {
    const id = await sendWithRefusals(['450 4.2.1 later', '450 4.2.1 later'])
    await eventually(() => sending.codes(id)).toEqual(['450 4.2.1'])
    await sql`update delivery set first_claimed_at = now() - interval '25 hours', due_at = now() where position = 1`.execute(sending.db)
    sending.relay.refusals.push('450 4.2.1 later')
    await eventually(() => sending.states(id)).toEqual({ failed: 1, queued: 1 })
    await sending.makeDue()
    await sending.untilDone(id)
    expect(await sending.codes(id)).toEqual(['given-up 450 4.2.1', null])
  })

  it('that refuses our sender puts the dispatch on hold within 60 emails, and suppresses no address', { tags: 'nightly' }, async () => {
    sending.relay.refuses.body = '550 5.7.26 unauthenticated'
    const id = await sending.dispatchTo(people(200))
    sending.start(sending.relay.url)
    sending.start(sending.relay.url)
    await eventually(() => sending.dispatch(id)).toMatchObject({ state: 'held', code: 'sender-refused' })
    await sending.quiet()
    const { failed = 0, queued } = await sending.states(id)
    expect(failed).toBeGreaterThanOrEqual(20)
    expect(failed).toBeLessThanOrEqual(60)
    expect(queued).toBe(200 - failed)
    expect(await suppressed()).toEqual([])
    const logLines = sending.lines.map((line) => JSON.parse(line)).filter(({ dispatch }) => dispatch === id)
    expect(logLines.map(({ level, msg }) => [level, msg])).toEqual([[40, 'a dispatch is on hold: mail services refuse our sender']])
    // After the mail relay accepts our emails again, the dispatch continues and includes the refused emails.
    delete sending.relay.refuses.body
    await sending.db.transaction().execute(async (trx) => {
      await requeueRefused(trx, id)
      await trx.updateTable('dispatch').set({ state: 'sending' }).where('id', '=', id).execute()
    })
    sending.start(sending.relay.url)
    await sending.untilDone(id)
    expect(await sending.states(id)).toEqual({ accepted: 200 })
  })

  it('that asks for a lower rate slows down a provider or one domain, and no other domain', { tags: 'nightly' }, async () => {
    const google = people(40, 'gmail.com')
    const id = await sending.dispatchTo([...google, ...people(40, 'slow.example'), ...people(100, 'quick.example')])
    sending.relay.refuses.recipient = '421 4.7.0 too many'
    sending.relay.accepts = (address) => address.endsWith('@quick.example')
    sending.start(sending.relay.url)
    await eventually(() => sending.states(id)).toMatchObject({ accepted: 100 })
    const slowed = () => sending.db.selectFrom('rate').select('name').where('per_second', '<', 10_000).execute()
    await eventually(slowed).toEqual([{ name: 'google' }])
  })
})

describe('decisions of the owner', () => {
  it('send the email again to recipients whose email failed, except where it may have arrived', async () => {
    const id = await sending.dispatchTo(people(5))
    const { db } = sending
    const set = (position: number, code: string | null, state: 'failed' | 'accepted') =>
      db.updateTable('delivery').set({ state, code, settled_at: sql<string>`now()` }).where('position', '=', position).execute()
    await Promise.all([
      set(1, null, 'accepted'),
      set(2, 'unknown', 'failed'),
      set(3, 'address-refused 550 5.1.1', 'failed'),
      set(4, 'given-up 450', 'failed'),
      set(5, 'sender-refused 550 5.7.1', 'failed'),
    ])
    expect(await db.transaction().execute((trx) => requeueFailed(trx, id))).toBe(2)
    sending.start(sending.relay.url)
    await sending.untilDone(id)
    expect(sending.relay.recipients.toSorted()).toEqual(['p3@people.example', 'p4@people.example'])
  })

  it('an unknown outcome is set to delivered, or the email is sent once more', async () => {
    const id = await sending.dispatchTo(people(3))
    const { db } = sending
    await sql`update delivery set state = case when position = 3 then 'accepted' else 'unknown' end, due_at = now() + interval '10 minutes'`.execute(
      db,
    )
    const [first, second, third] = await db.selectFrom('delivery').select('id').orderBy('position').execute()
    const resolve = (one: { id: string } | undefined, as: 'delivered' | 'send-again') =>
      db.transaction().execute((trx) => resolveUnknown(trx, one?.id ?? '', as))
    expect([await resolve(first, 'delivered'), await resolve(second, 'send-again'), await resolve(third, 'send-again')]).toEqual([
      true,
      true,
      false,
    ])
    sending.start(sending.relay.url)
    await sending.untilDone(id)
    expect(sending.relay.recipients).toEqual(['p1@people.example'])
  })
})
