import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import { dataFault, type EventEnvelope } from '@app/chassis/messaging/event.ts'
import { claimRetries, postponeUnknown, RETRY_DELAYS_MS, recordFailure, recordUnknown, waitAfter } from '@app/chassis/messaging/failures.ts'
import { purgeMessages } from '@app/chassis/messaging/purge.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Databases, openDatabases } from './world.ts'

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

const userEvent = (): EventEnvelope => ({
  specversion: '1.0',
  id: v7(),
  source: '/identity',
  type: UserChanged.type,
  subject: 'u1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: 'c1',
  aggregateversion: 1,
  data: {
    change: 'signed-in',
    userId: v7(),
    email: 'zoe@example.com',
    username: 'zoe',
    role: 'owner',
    emailVerified: true,
  },
})

async function eventFailed(retryInMs?: number): Promise<string> {
  const event = userEvent()
  await recordFailure(databases.consumer, { id: event.id, event, error: new Error('no mail today') }, retryInMs)
  return event.id
}

describe('npm run dead-letters', { timeout: 90_000 }, () => {
  it('lists given-up events with their errors', async () => {
    expect(await run('list')).toBe('No dead letters.\n')
    const id = await eventFailed()
    expect(await run('list')).toMatch(new RegExp(`^${id}  identity.user-changed.v1  \\S+  1 attempts  given up  Error: no mail today\n$`))
  })

  it('lists a failure whose error contains a zero byte', async () => {
    const event = userEvent()
    await recordFailure(databases.consumer, { id: event.id, event, error: new Error('half \0 way') }, undefined)
    expect(await run('list')).toContain('Error: half  way')
  })

  it('shows an event', async () => {
    const shown = await run('show', await eventFailed(60_000))
    expect(JSON.parse(shown)).toMatchObject({ event: { type: UserChanged.type, data: { username: 'zoe' } } })
  })

  it('replays one event or all events', async () => {
    const id = await eventFailed()
    await eventFailed()
    expect(await run('replay', id)).toContain('1 will be retried')
    expect(await run('replay', '--all')).toContain('1 will be retried')
    expect(await run('list')).not.toContain('given up')
    await expect(run('replay', id)).rejects.toThrow(`There is no given-up dead letter ${id}.`)
  })

  it('drops an event and records the reason in the audit trail', async () => {
    const id = await eventFailed()
    expect(await run('drop', id, 'asked', 'again')).toBe(`${id} dropped.\n`)
    await expect(run('drop', id, 'twice')).rejects.toThrow(`There is no dead letter ${id}.`)
    const waiting = await eventFailed(60_000)
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
      const event = userEvent()
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
    const given = { old: await eventFailed(), young: await eventFailed(), waiting: await eventFailed(60_000) }
    await sql`update dead_letter set given_up_at = now() - interval '91 days' where id = ${given.old}`.execute(consumer)
    await sql`update dead_letter set given_up_at = now() - interval '89 days' where id = ${given.young}`.execute(consumer)
    await sql`update dead_letter set received_at = now() - interval '1 year', failed_at = received_at where id = ${given.waiting}`.execute(
      consumer,
    )
    await purgeMessages({ db: consumer, log: recordingLogger().log })
    expect((await listDeadLetters(consumer)).map(({ _id }) => _id).sort()).toEqual([given.young, given.waiting].sort())
  })

  it('never contain values in errors about the data', () => {
    expect(dataFault(UserChanged, { username: 481516 })).not.toContain('481516')
  })
})
