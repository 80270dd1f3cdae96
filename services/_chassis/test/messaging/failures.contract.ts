import { actingFromCli, dropDeadLetter, listDeadLetters, replayDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { envelopeOf, range } from './tested.ts'
import { eventually, type Stage } from './world.ts'

export function failureContract(stage: Stage): void {
  const failedAs = (text: string) => async () => {
    const letters = await listDeadLetters(stage.databases.consumer)
    expect(letters.map(({ error, retryAt }) => [error, retryAt])).toEqual([[text, null]])
  }

  async function receivedAt(): Promise<string | undefined> {
    const { rows } = await sql<{ at: string }>`select received_at as at from dead_letter`.execute(stage.databases.consumer)
    return rows[0]?.at
  }

  it('rolls back and retries a handler that fails, while other events are handled', async () => {
    let isFixed = false
    const handle = async (_: unknown, n: number) => {
      if (n === 5 && !isFixed) throw new Error('not yet')
    }
    await stage.world.consume('one', { handle, retryDelaysMs: Array(100).fill(300) })
    await stage.world.relay()
    await stage.world.add(1, 40)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 40).filter((n) => n !== 5)))
    isFixed = true
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 40)))
    expect(await listDeadLetters(stage.databases.consumer)).toEqual([])
  })

  it('gives a poison event up after its retries, and keeps it for a replay', async () => {
    let isFixed = false
    const handle = async (_: unknown, n: number) => {
      if (n === 1 && !isFixed) throw new Error('poison')
    }
    await stage.world.consume('one', { handle })
    await stage.world.relay()
    await stage.world.add(1, 20)
    await eventually(failedAs('Error: poison'))
    await eventually(async () => {
      expect(await stage.world.effects('one')).toEqual(range(2, 20))
      expect(await stage.world.outboxSize()).toBe(0)
    })
    expect((await listDeadLetters(stage.databases.consumer))[0]).toMatchObject({
      attempts: 3,
      type: stage.world.event.type,
      event: { data: { n: 1 } },
    })

    expect(await replayDeadLetters(stage.databases.consumer, 'all', actingFromCli)).toBe(1)
    await eventually(async () => expect((await listDeadLetters(stage.databases.consumer))[0]).toMatchObject({ attempts: 4, retryAt: null }))
    isFixed = true
    expect(await replayDeadLetters(stage.databases.consumer, 'all', actingFromCli)).toBe(1)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 20)))
    expect(await listDeadLetters(stage.databases.consumer)).toEqual([])
  })

  it('rolls back the handler of an event that was dropped while the handler ran', async () => {
    const { world, databases } = stage
    let runs = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const handle = async (_: unknown, n: number) => {
      if (n !== 1) return
      runs += 1
      if (runs === 1) throw new Error('not yet')
      await released
    }
    await world.consume('one', { handle, retryDelaysMs: [10, 10, 10] })
    await world.relay()
    await world.add(1, 1)
    await eventually(async () => expect(runs).toBe(2))
    const [letter] = await listDeadLetters(databases.consumer)
    expect(
      await dropDeadLetter(databases.consumer, { service: `one-${world.mark}`, id: letter?._id ?? '', reason: 'no use' }, actingFromCli),
    ).toBe(1)
    release()
    await world.add(2, 2)
    await eventually(async () => expect(await world.effects('one')).toEqual([2]))
    await eventually(async () => expect(world.lines.join()).toContain('retry rolled back'))
    expect([await world.effects('one'), await listDeadLetters(databases.consumer)]).toEqual([[2], []])
  })

  it('drops an event that waits for a retry', async () => {
    const { world, databases } = stage
    await world.consume('one', { handle: () => Promise.reject(new Error('not yet')), retryDelaysMs: [60_000] })
    await world.relay()
    await world.add(1, 1)
    await eventually(async () => expect(await listDeadLetters(databases.consumer)).toHaveLength(1))
    const [letter] = await listDeadLetters(databases.consumer)
    expect(letter?.retryAt).not.toBeNull()
    expect(
      await dropDeadLetter(databases.consumer, { service: `one-${world.mark}`, id: letter?._id ?? '', reason: 'no use' }, actingFromCli),
    ).toBe(1)
    expect(await listDeadLetters(databases.consumer)).toEqual([])
  })

  it('ignores a dropped event that is delivered again', async () => {
    const { world, databases } = stage
    const consumer = await world.consume('one', { handle: () => Promise.reject(new Error('not yet')), retryDelaysMs: [60_000] })
    await world.relay()
    await world.add(1, 1)
    await eventually(async () => expect(await listDeadLetters(databases.consumer)).toHaveLength(1))
    const [letter] = await listDeadLetters(databases.consumer)
    await dropDeadLetter(databases.consumer, { service: `one-${world.mark}`, id: letter?._id ?? '', reason: 'no use' }, actingFromCli)
    await consumer.stop()
    await world.consume('one')
    await (await world.transport()).publish([letter?.event as EventEnvelope])
    await world.add(2, 2)
    await eventually(async () => expect(await world.effects('one')).toEqual([2]))
    expect(await listDeadLetters(databases.consumer)).toEqual([])
  })

  it('ends a handler at its time limit, and later writes of the handler have no effect', async () => {
    const late = Promise.withResolvers<void>()
    const handle = async (_: unknown, n: number) => {
      if (n !== 1) return
      const beganAt = performance.now()
      await late.promise
      // On a slow machine, the in-process transport delivers event 1 once more. An attempt within its limit may have an effect.
      if (performance.now() - beganAt < 1_000) throw new Error('not late')
    }
    await stage.world.consume('one', { handle, handlerLimitMs: 500 })
    await stage.world.relay()
    await stage.world.add(1, 20)
    await eventually(failedAs(`Error: Handling ${stage.world.event.type} took longer than 0.5 s`))
    late.resolve()
    // If the late handler still had an effect, the effect would be stored before the effect of event 21.
    await stage.world.add(21, 21)
    await eventually(async () => expect(await stage.world.effects('one')).toContain(21))
    expect(await stage.world.effects('one')).toEqual(range(2, 21))
  })

  it('keeps an event with unknown data for a replica of a newer release', async () => {
    const older = await stage.world.consume('one')
    const transport = await stage.world.transport()
    await transport.publish([
      envelopeOf(stage.world, { n: 7, newer: 'seven' }),
      envelopeOf(stage.world, { n: 'nine' }),
      envelopeOf(stage.world, { n: 8 }),
    ])
    await eventually(async () => expect(await stage.world.effects('one')).toEqual([7, 8]))
    const fault = `UnknownEvent: data of ${stage.world.event.type} does not match its contract: /n must be integer`
    // Attempts at an event that this release cannot handle are not counted.
    await eventually(async () => {
      const [letter] = await listDeadLetters(stage.databases.consumer)
      expect(letter).toMatchObject({ error: fault, retryAt: expect.any(String) })
      expect(Date.parse(letter?.failedAt ?? '')).toBeGreaterThan(Date.parse((await receivedAt()) ?? ''))
      expect(letter?.attempts).toBe(0)
    })
    await older.stop()
    const numbers: unknown[] = []
    await stage.world.consumeNewer('one', async (data) => void numbers.push(data))
    await eventually(async () => expect(numbers).toEqual([{ n: 'nine' }]))
    await eventually(async () => expect(await listDeadLetters(stage.databases.consumer)).toEqual([]))
  })

  it('gives up an event with unknown data after a day', async () => {
    const first = await stage.world.consume('one')
    await (await stage.world.transport()).publish([envelopeOf(stage.world, { n: 'seven' })])
    await eventually(async () => expect(await listDeadLetters(stage.databases.consumer)).toHaveLength(1))
    await first.stop()
    await sql`update dead_letter set received_at = now() - interval '25 hours', retry_at = now()`.execute(stage.databases.consumer)
    await stage.world.consume('one')
    await eventually(failedAs(`UnknownEvent: data of ${stage.world.event.type} does not match its contract: /n must be integer`))
  })

  it('delays no event longer than its own delay after the clock was set back', async () => {
    const first = await stage.world.consume('one', { handle: () => Promise.reject(new Error('not yet')), retryDelaysMs: [60_000] })
    const relay = await stage.world.relay()
    await stage.world.add(1, 1)
    await eventually(async () => expect(await listDeadLetters(stage.databases.consumer)).toHaveLength(1))
    await first.stop()
    await relay.stop()
    // The rows look as if the clock was set back by an hour after they were written.
    await stage.world.add(2, 2)
    await sql`update outbox set available_at = available_at + interval '1 hour'`.execute(stage.databases.publisher)
    await sql`update dead_letter set retry_at = retry_at + interval '1 hour'`.execute(stage.databases.consumer)
    await stage.world.consume('one')
    await stage.world.relay()
    await eventually(async () => expect(await stage.world.effects('one')).toEqual([1, 2]))
  })
}
