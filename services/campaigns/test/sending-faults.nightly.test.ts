import { fork } from 'node:child_process'
import { once } from 'node:events'
import { startRelay } from '@app/chassis/testing/relay.ts'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { eventually, people, setSending } from './sending-setup.ts'

const sending = setSending()

const duplicates = () =>
  Object.values(Object.groupBy(sending.relay.mails, ({ messageId = '' }) => messageId)).filter((same = []) => same.length > 1)

describe('a relay that closes the connection', () => {
  it('after the final dot leaves those emails unknown; they are sent once more after 10 minutes and marked as possible duplicates', async () => {
    sending.relay.troubles.push(...Array(5).fill('dies after the dot'))
    const id = await sending.dispatchTo(people(100))
    sending.start(sending.relay.url)
    await eventually(() => sending.states(id)).toEqual({ accepted: 95, unknown: 5 })
    const { rows } = await sql<{ soon: number }>`
      select count(*)::int as soon from delivery where state = 'unknown' and due_at < now() + interval '9 minutes'`.execute(sending.db)
    expect(rows).toEqual([{ soon: 0 }])
    expect((await sending.dispatch(id)).state).toBe('sending')
    expect(duplicates()).toEqual([])
    sending.relay.troubles.push('dies after the dot')
    await sending.makeDue()
    await sending.untilDone(id)
    expect(await sending.states(id)).toEqual({ accepted: 99, failed: 1 })
    expect(await sending.codes(id)).toEqual(['unknown', null])
    expect(duplicates()).toHaveLength(5)
    const twice = await sending.db.selectFrom('delivery').select('email').where('may_be_duplicate', '=', true).execute()
    expect(new Set(duplicates().map(([first] = []) => [first?.to].flat()[0]?.text))).toEqual(new Set(twice.map(({ email }) => email)))
  })

  it('during the message leaves no email unknown, and each is received once', async () => {
    sending.relay.troubles.push(...Array(10).fill('dies in the body'))
    const id = await sending.dispatchTo(people(60), { body: 'x'.repeat(20_000).replaceAll('xxxxxxxxxx', 'long words ') })
    sending.start(sending.relay.url)
    await eventually(async () => (await sending.states(id)).unknown ?? 0).toBe(0)
    await vi.waitFor(
      async () => {
        await sending.makeDue()
        expect((await sending.dispatch(id)).state).toBe('done')
      },
      { timeout: 20_000, interval: 200 },
    )
    expect(await sending.states(id)).toEqual({ accepted: 60 })
    expect(duplicates()).toEqual([])
  })

  it('before it responds: no attempt is counted, the owner sees the reason, and sending continues when it responds again', async () => {
    const { url } = sending.relay
    await sending.relay.close()
    const id = await sending.dispatchTo(people(3))
    const stop = sending.start(url)
    await eventually(async () => (await sending.dispatch(id)).code).toBe('relay-away')
    await stop()
    expect(await sending.states(id)).toEqual({ queued: 3 })
    expect(await sending.db.selectFrom('delivery').select('attempts').distinct().execute()).toEqual([{ attempts: 0 }])
    sending.relay = await startRelay()
    await sending.makeDue()
    sending.start(sending.relay.url)
    await sending.untilDone(id)
    expect((await sending.dispatch(id)).code).toBe(null)
  })
})

describe('a relay that refuses additional connections', () => {
  it('is used with the connections that it accepts: no attempt is counted, and the owner sees no error', async () => {
    sending.relay.mostConnections = 6
    const id = await sending.dispatchTo(people(100))
    sending.start(sending.relay.url)
    const read = new Set<string | null>()
    await eventually(async () => {
      const { state, code } = await sending.dispatch(id)
      read.add(code)
      return state
    }).toBe('done')
    expect([...read]).toEqual([null])
    expect(await sending.states(id)).toEqual({ accepted: 100 })
    expect(await sending.db.selectFrom('delivery').select('attempts').distinct().execute()).toEqual([{ attempts: 1 }])
    // The sender opens up to 20 connections at first. The mail relay may refuse each of them once.
    expect(sending.relay.turnedAway).toBeGreaterThan(0)
    expect(sending.relay.turnedAway).toBeLessThanOrEqual(20)
    expect(duplicates()).toEqual([])
  })

  it('and accepts none is retried later: no attempt is counted', async () => {
    sending.relay.mostConnections = 0
    const id = await sending.dispatchTo(people(20))
    sending.start(sending.relay.url)
    await eventually(() => sending.relay.turnedAway).toBeGreaterThan(0)
    await eventually(() => sending.states(id)).toEqual({ queued: 20 })
    expect(await sending.db.selectFrom('delivery').select('attempts').distinct().execute()).toEqual([{ attempts: 0 }])
    expect((await sending.dispatch(id)).code).toBe(null)
    expect(sending.relay.turnedAway).toBeLessThanOrEqual(15)
  })
})

describe('a stop', () => {
  it('waits for a slow relay: no email is unknown or sent twice', async () => {
    sending.relay.troubles.push(...Array(10).fill('answers late'))
    const id = await sending.dispatchTo(people(200))
    const stop = sending.start(sending.relay.url, { stopMs: 10_000 })
    await eventually(() => sending.relay.mails.length).toBeGreaterThanOrEqual(12)
    const stopped = stop()
    setTimeout(() => sending.relay.answerNow(), 500)
    await stopped
    const { accepted = 0, queued = 0 } = await sending.states(id)
    expect(accepted + queued).toBe(200)
    expect(sending.relay.mails).toHaveLength(accepted)
    sending.start(sending.relay.url)
    await sending.untilDone(id)
    expect(sending.relay.mails).toHaveLength(200)
    expect(duplicates()).toEqual([])
  })

  it('of a process that waits only for the relay does not block the event loop', async () => {
    sending.relay.troubles.push(...Array(3).fill('answers late'))
    const id = await sending.dispatchTo(people(3))
    const stop = sending.start(sending.relay.url, { stopMs: 10_000 })
    await eventually(() => sending.relay.mails.length).toBe(3)
    // Any notification on this channel makes the sender read the open dispatches again.
    await sql`select pg_notify('campaigns_stop', ${crypto.randomUUID()})`.execute(sending.db)
    const stopped = stop()
    // After 1,200 ms, the timer makes the mail relay respond. The timer runs only if the stopping sender does not block the event loop.
    setTimeout(() => sending.relay.answerNow(), 1_200)
    await stopped
    expect(await sending.states(id)).toEqual({ accepted: 3 })
  })

  it('of one dispatch takes effect within a second for claimed emails, and for no other dispatch', async () => {
    sending.relay.troubles.push(...Array(15).fill('answers late'))
    const id = await sending.dispatchTo(people(500))
    sending.start(sending.relay.url)
    await eventually(() => sending.relay.mails.length).toBe(15)
    await sending.db.transaction().execute(async (trx) => {
      await trx.updateTable('dispatch').set({ state: 'paused' }).where('id', '=', id).execute()
      await sql`select pg_notify('campaigns_stop', ${id})`.execute(trx)
    })
    await eventually(() => sending.states(id)).toEqual({ queued: 485, sending: 15 })
    sending.relay.answerNow()
    await eventually(() => sending.states(id)).toEqual({ accepted: 15, queued: 485 })
    const other = await sending.dispatchTo(people(3, 'other.example'))
    await sending.untilDone(other)
    expect(sending.relay.mails).toHaveLength(18)
  })

  it('by a suspension stops all senders', async () => {
    const id = await sending.dispatchTo(people(5))
    await sending.db
      .insertInto('suspension')
      .values({ scope: 'all', target: '00000000-0000-0000-0000-000000000000', reason: 'Spam' })
      .execute()
    sending.start(sending.relay.url)
    const other = sending.start(sending.relay.url)
    await other()
    expect(await sending.states(id)).toEqual({ queued: 5 })
    await sending.db.deleteFrom('suspension').execute()
    await sending.untilDone(id)
  })

  it('by SIGKILL leaves at most 40 emails unknown: each recipient gets an email, and duplicates are marked', async () => {
    const id = await sending.dispatchTo(people(300))
    const child = fork(new URL('sender-child.ts', import.meta.url), [sending.databaseUrl, sending.relay.url])
    await eventually(() => sending.relay.mails.length).toBeGreaterThan(60)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { sending: claimed = 0, unknown = 0 } = await sending.states(id)
    expect(claimed).toBeGreaterThan(0)
    expect(claimed).toBeLessThanOrEqual(40)
    expect(unknown).toBe(0)
    // Makes the leases of the killed process expire.
    await sql`update delivery set due_at = now() where state = 'sending'`.execute(sending.db)
    sending.start(sending.relay.url)
    await eventually(() => sending.states(id)).toEqual({ accepted: 300 - claimed, unknown: claimed })
    expect(duplicates()).toEqual([])
    await sending.makeDue()
    await sending.untilDone(id)
    expect(await sending.states(id)).toEqual({ accepted: 300 })
    expect(new Set(sending.relay.recipients).size).toBe(300)
    const flagged = await sending.db.selectFrom('delivery').select('email').where('may_be_duplicate', '=', true).execute()
    expect(flagged).toHaveLength(claimed)
    expect(duplicates().length).toBeLessThanOrEqual(claimed)
  })
})
