import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { on, startConsumers } from '@app/chassis/messaging/consumer.ts'
import { actingFromCli, listDeadLetters, replayDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import { dataFault, type EventEnvelope } from '@app/chassis/messaging/event.ts'
import { claimRetries, postponeUnknown, RETRY_DELAYS_MS, recordFailure, recordUnknown, waitAfter } from '@app/chassis/messaging/failures.ts'
import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { purgeMessages } from '@app/chassis/messaging/purge.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { PasswordResetRequested } from '@app/contracts/events/identity.ts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tables } from './tested.ts'
import { type Databases, eventually, openDatabases } from './world.ts'

const program = fileURLToPath(new URL('../../src/messaging/dead-letters-cli.ts', import.meta.url))
let databases: Databases

beforeAll(async () => {
  databases = await openDatabases()
})
afterAll(() => databases.drop())
beforeEach(async () => {
  await sql`delete from dead_letter`.execute(databases.consumer)
})

async function run(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databases.consumerUrl }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env, timeout: 30_000 })
  return stdout
}

const resetEvent = (): EventEnvelope => ({
  specversion: '1.0',
  id: v7(),
  source: '/identity',
  type: PasswordResetRequested.type,
  subject: 'u1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: 'c1',
  aggregateversion: 1,
  data: {
    userId: v7(),
    email: 'zoe@example.com',
    username: 'zoe',
    code: '481516',
    expiresAt: new Date().toISOString(),
    emailVerified: true,
  },
})

async function resetEventFailed(retryInMs?: number): Promise<string> {
  const event = resetEvent()
  await recordFailure(databases.consumer, { id: event.id, event, error: new Error('no mail today') }, retryInMs)
  return event.id
}

async function keptMessages(): Promise<string> {
  const { rows } = await sql`select event, retry_at from dead_letter`.execute(databases.consumer)
  return JSON.stringify(rows)
}

describe('npm run dead-letters', { timeout: 90_000 }, () => {
  it('lists given-up events with their errors', async () => {
    expect(await run('list')).toBe('No dead letters.\n')
    const id = await resetEventFailed()
    expect(await run('list')).toMatch(
      new RegExp(`^${id}  identity.password-reset-requested.v1  \\S+  1 attempts  given up  Error: no mail today\n$`),
    )
  })

  it('lists a failure whose error contains a zero byte', async () => {
    const event = resetEvent()
    await recordFailure(databases.consumer, { id: event.id, event, error: new Error('half \0 way') }, undefined)
    expect(await run('list')).toContain('Error: half  way')
  })

  it('shows an event without its secrets', async () => {
    const shown = await run('show', await resetEventFailed(60_000))
    expect(JSON.parse(shown)).toMatchObject({ event: { data: { username: 'zoe', code: '[redacted]' } } })
    expect(shown).not.toContain('481516')
  })

  it('replays one event or all events', async () => {
    const id = await resetEventFailed()
    await resetEventFailed()
    expect(await run('replay', id)).toContain('1 will be retried')
    expect(await run('replay', '--all')).toContain('1 will be retried')
    expect(await run('list')).not.toContain('given up')
    await expect(run('replay', id)).rejects.toThrow(`There is no given-up dead letter ${id}.`)
  })

  it('drops an event and records the reason in the audit trail', async () => {
    const id = await resetEventFailed()
    expect(await run('drop', id, 'asked', 'again')).toBe(`${id} dropped.\n`)
    await expect(run('drop', id, 'twice')).rejects.toThrow(`There is no dead letter ${id}.`)
    const waiting = await resetEventFailed(60_000)
    expect(await run('drop', waiting, 'while it waits')).toBe(`${waiting} dropped.\n`)
    const { rows } =
      await sql`select actor, action as act, reason, affected from audit_entry where subject like ${`${id}%`} order by id`.execute(
        databases.consumer,
      )
    expect(rows).toEqual([
      { actor: null, act: 'drop', reason: 'asked again', affected: 1 },
      { actor: null, act: 'drop', reason: 'twice', affected: 0 },
    ])
  })

  it('fails if the id is unknown or is not an id', async () => {
    await expect(run('show', 'the-first')).rejects.toThrow('There is no dead letter the-first.')
    await expect(run('replay', 'the-first')).rejects.toThrow('There is no given-up dead letter the-first.')
  })

  it('prints its usage for an unknown command', async () => {
    await expect(run('burn')).rejects.toThrow('npm run dead-letters -- list')
  })
})

describe('events that this release cannot handle', () => {
  it('are retried together, because a postponed attempt is no crash', async () => {
    const error = new Error('no handler')
    for (let n = 0; n < 3; n += 1) {
      const event = resetEvent()
      await recordUnknown(databases.consumer, { id: event.id, event, error })
    }
    const claimAll = async () => {
      await sql`update dead_letter set retry_at = now()`.execute(databases.consumer)
      return claimRetries(databases.consumer, 4)
    }
    for (const { id, event } of await claimAll()) await postponeUnknown(databases.consumer, { id, event, error })
    expect((await claimAll()).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
  })
})

describe('the delays of retries', () => {
  it('grow, and total more than four hours', () => {
    const waits = RETRY_DELAYS_MS.map((_, at) => waitAfter(at + 1, RETRY_DELAYS_MS) ?? 0)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(4 * 3_600_000)
    expect(waitAfter(RETRY_DELAYS_MS.length + 1, RETRY_DELAYS_MS)).toBeUndefined()
  })

  it('vary randomly, so that events that failed together are not retried together', () => {
    const waits = new Set(Array.from({ length: 20 }, () => waitAfter(3, RETRY_DELAYS_MS)))
    expect(waits.size).toBeGreaterThan(10)
  })
})

describe('the secret of an event', () => {
  it('is kept while the event waits for a retry, and is removed when the event is given up', async () => {
    await resetEventFailed(60_000)
    expect(await keptMessages()).toContain('481516')
    await sql`delete from dead_letter`.execute(databases.consumer)
    await resetEventFailed()
    expect(await keptMessages()).toMatch(/zoe.*"retry_at":null/)
    expect(await keptMessages()).not.toMatch(/481516|"code"/)
  })

  it('is removed after the last retry, and a replay has no effect', async () => {
    const { log, lines } = recordingLogger()
    const bus = busTransport(createBus())
    const handled: string[] = []
    const consumers = await startConsumers<Tables>({
      service: 'secrets',
      db: databases.consumer,
      transport: bus,
      retryDelaysMs: [10],
      log,
      subscriptions: [
        on(PasswordResetRequested, async (_trx, { data }) => {
          handled.push(data.code)
          throw new Error('no mail today')
        }),
      ],
    })
    expect(await bus.publish([resetEvent()])).toEqual(['delivered'])
    await eventually(async () => expect(await keptMessages()).toContain('"retry_at":null'))
    expect(handled).toEqual(['481516', '481516'])
    expect(await keptMessages()).not.toContain('481516')
    await replayDeadLetters(databases.consumer, 'all', actingFromCli)
    await eventually(async () => {
      const [letter] = await listDeadLetters(databases.consumer)
      expect(letter?.error).toContain('does not match its contract')
    })
    expect(handled).toHaveLength(2)
    expect(lines.join()).not.toContain('481516')
    await consumers.stop()
  })
})

describe('the messaging tables', () => {
  it('delete inbox rows after 14 days', async () => {
    const { consumer } = databases
    const [old, young] = [v7(), v7()]
    await sql`insert into inbox values ('one', ${old}, now() - interval '15 days'), ('one', ${young}, now() - interval '13 days')`.execute(
      consumer,
    )
    await purgeMessages({ db: consumer, log: recordingLogger().log })
    const { rows } = await sql`select event_id from inbox where consumer = 'one'`.execute(consumer)
    expect(rows).toEqual([{ event_id: young }])
  })

  it('delete given-up events after 90 days, but no waiting events', async () => {
    const { consumer } = databases
    const given = { old: await resetEventFailed(), young: await resetEventFailed(), waiting: await resetEventFailed(60_000) }
    await sql`update dead_letter set given_up_at = now() - interval '91 days' where id = ${given.old}`.execute(consumer)
    await sql`update dead_letter set given_up_at = now() - interval '89 days' where id = ${given.young}`.execute(consumer)
    await sql`update dead_letter set received_at = now() - interval '1 year', failed_at = received_at where id = ${given.waiting}`.execute(
      consumer,
    )
    await purgeMessages({ db: consumer, log: recordingLogger().log })
    expect((await listDeadLetters(consumer)).map(({ _id }) => _id).sort()).toEqual([given.young, given.waiting].sort())
  })

  it('never contain values in errors about the data', () => {
    expect(dataFault(PasswordResetRequested, { code: 481516 })).not.toContain('481516')
  })
})
