import { expect, it } from 'vitest'
import { instantOf, localTimeAt } from '../src/rules/wall-clock.ts'

it.each([
  ['2026-01-15', '09:00', 'America/New_York', '2026-01-15T14:00:00Z'],
  ['2026-07-15', '09:00', 'America/New_York', '2026-07-15T13:00:00Z'],
  // Daylight saving time begins and ends on these days.
  ['2026-03-08', '09:00', 'America/New_York', '2026-03-08T13:00:00Z'],
  ['2026-11-01', '09:00', 'America/New_York', '2026-11-01T14:00:00Z'],
  // A skipped time is moved forward. For a repeated time, the first instant is used.
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
  ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
  ['2026-11-21', '00:00', 'Asia/Kathmandu', '2026-11-20T18:15:00Z'],
  ['2026-11-21', '23:59', 'Pacific/Kiritimati', '2026-11-21T09:59:00Z'],
])('the instant of %s %s in %s is %s', (date, time, zone, instant) => {
  expect(instantOf(date, time, zone).toISOString()).toBe(instant.replace('Z', '.000Z'))
})

it.each([
  ['2026-01-15T14:05:59Z', '2026-01-15T09:05'],
  ['2026-07-16T03:30:00Z', '2026-07-15T23:30'],
])('localTimeAt returns the local time of %s', (instant, local) => {
  expect(localTimeAt(new Date(instant), 'America/New_York')).toBe(local)
})
