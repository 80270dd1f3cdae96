import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepAppointment } from '../../src/work/timetable.ts'
import { instantOf, lastDateOf } from '../../src/work/wall-clock.ts'
import { setUpWork, type WorkSetUp } from './setup.ts'

describe('the clock on the wall', () => {
  it.each([
    ['2026-01-15', '09:00', 'America/New_York', '2026-01-15T14:00:00Z'],
    ['2026-07-15', '09:00', 'America/New_York', '2026-07-15T13:00:00Z'],
    // The day the clocks go forward, and the day they go back: nine is nine.
    ['2026-03-08', '09:00', 'America/New_York', '2026-03-08T13:00:00Z'],
    ['2026-11-01', '09:00', 'America/New_York', '2026-11-01T14:00:00Z'],
    // Skipped: as much later; twice: the first.
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
    ['2026-11-21', '00:00', 'Asia/Kathmandu', '2026-11-20T18:15:00Z'],
    ['2026-11-21', '23:59', 'Pacific/Kiritimati', '2026-11-21T09:59:00Z'],
  ])('%s %s in %s is %s', (date, time, zone, instant) => {
    expect(instantOf(date, time, zone).toISOString()).toBe(instant.replace('Z', '.000Z'))
  })

  it('knows the last date on which it was that time', () => {
    const at = (now: string) => lastDateOf('09:00', 'America/New_York', new Date(now))
    expect([at('2026-11-21T13:59:59Z'), at('2026-11-21T14:00:00Z'), at('2026-11-22T04:59:59Z')]).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-21',
    ])
  })
})

describe('an appointment', () => {
  let work: WorkSetUp
  beforeAll(async () => {
    work = await setUpWork()
  })
  afterAll(() => work.close())

  const HOUR_MS = 3_600_000
  /** What a clock in UTC showed so many hours ago. */
  const hoursAgo = async (hours: number) => {
    const { rows } = await sql<{ now: string }>`select now() - ${hours} * interval '1 hour' as now`.execute(work.db)
    return rows[0]?.now.slice(11, 16) ?? ''
  }
  const daily = async (name: string, hours: number, run = async () => {}) => ({
    name,
    time: await hoursAgo(hours),
    timeZone: 'UTC',
    lateMs: 2 * HOUR_MS,
    run,
  })

  it('is kept once over all replicas', async () => {
    const appointment = await daily('once', 0)
    const kept = await Promise.all(Array.from({ length: 5 }, () => keepAppointment(work.db, appointment)))
    expect(kept.filter(Boolean)).toHaveLength(1)
  })

  it('is kept again by others when whoever began it failed', async () => {
    const failing = await daily('failing', 0, () => Promise.reject(new Error('no')))
    await expect(keepAppointment(work.db, failing)).rejects.toThrow('no')
    expect(await keepAppointment(work.db, { ...failing, run: async () => {} })).toBe(true)
  })

  it('that passed while everything was down is kept late, and not after that', async () => {
    expect(await keepAppointment(work.db, await daily('late', 1))).toBe(true)
    expect(await keepAppointment(work.db, await daily('too late', 3))).toBe(false)
  })
})
