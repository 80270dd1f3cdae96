import { purgeMessages } from '@app/chassis/messaging/purge.ts'
import { republishSince, republishStates } from '@app/chassis/messaging/republish.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { range } from './tested.ts'
import { eventually, type Stage } from './world.ts'

export function eventLogContract(stage: Stage): void {
  const age = (n: number, by: string) =>
    sql`update event_log set logged_at = now() - ${by}::interval where event->'data'->>'n' = ${String(n)}`.execute(
      stage.databases.publisher,
    )

  it('keeps unroutable events until a consumer subscribes to their type', async () => {
    await stage.world.add(1, 5)
    await sql`update outbox set attempts = 6`.execute(stage.databases.publisher)
    await stage.world.relay()
    await eventually(async () => expect(await stage.world.logged()).toEqual({ routed: 0, unroutable: 5 }))
    expect(await stage.world.outboxSize()).toBe(0)
    await stage.world.add(6, 250)
    await eventually(async () => expect(await stage.world.logged()).toEqual({ routed: 0, unroutable: 250 }))
    expect(stage.world.lines.filter((line) => line.includes('no queue is bound to their types'))).toHaveLength(1)
    await stage.world.consume('late')
    await eventually(async () => expect(await stage.world.effects('late')).toEqual(range(1, 250)))
    await eventually(async () => expect(await stage.world.logged()).toEqual({ routed: 250, unroutable: 0 }))
  })

  it('keeps published events for a week, and logs unroutable events that it deletes', async () => {
    await stage.world.relay()
    await stage.world.consume('one')
    await stage.world.add(1, 3)
    await eventually(async () => expect(await stage.world.logged()).toEqual({ routed: 3, unroutable: 0 }))
    await age(1, '6 days')
    await age(2, '8 days')
    await age(3, '8 days')
    await sql`update event_log set is_unroutable = true where event->'data'->>'n' = '3'`.execute(stage.databases.publisher)
    const { log, lines } = recordingLogger()
    const expired: number[] = []
    const metrics = {
      watch() {},
      published() {},
      consumed() {},
      failed() {},
      deadLettered() {},
      expired: (count: number) => void expired.push(count),
    }
    await purgeMessages({ db: stage.databases.publisher, log, metrics })
    expect(await stage.world.logged()).toEqual({ routed: 1, unroutable: 0 })
    expect(expired).toEqual([1])
    expect(lines.join()).toContain(`"types":["${stage.world.event.type}"],"count":1`)
  })

  it('republishes events for a consumer that lost them or was added later; other consumers ignore them', async () => {
    await stage.world.consume('one')
    await stage.world.relay()
    await stage.world.add(1, 250)
    await eventually(async () => expect(await stage.world.logged()).toEqual({ routed: 250, unroutable: 0 }))
    await age(1, '2 days')
    await stage.world.consume('later')
    expect(await republishSince(stage.databases.publisher, new Date(Date.now() - 3_600_000).toISOString())).toBe(249)
    await eventually(async () => expect(await stage.world.effects('later')).toEqual(range(2, 250)))
    await eventually(async () => expect(await stage.world.outboxSize()).toBe(0))
    expect(await stage.world.effects('one')).toEqual(range(1, 250))
  })

  it('publishes every state, page by page, through the outbox', async () => {
    await stage.world.consume('one')
    await stage.world.relay()
    const states = range(1, 450).map((n) => ({
      aggregateId: `00000000-0000-0000-0001-${String(n).padStart(12, '0')}`,
      version: 1,
      data: { n },
    }))
    const pages: number[] = []
    const count = await republishStates(stage.databases.publisher, stage.world.event, async (_trx, after, limit) => {
      const page = states.filter(({ aggregateId }) => aggregateId > after).slice(0, limit)
      pages.push(page.length)
      return page
    })
    expect(count).toBe(450)
    expect(pages).toEqual([200, 200, 50, 0])
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 450)), 50_000)
  }, 60_000)
}
