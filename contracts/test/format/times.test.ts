import { expect, it } from 'vitest'
import { formatDateAndTime, formatTime, formatTimeWithZone, formatTimeZone } from '../../src/format/times.ts'
import { withLocale } from './with-locale.ts'

const NEW_YORK = 'America/New_York'
const BERLIN = 'Europe/Berlin'

it('writes times of day in en-US', () => {
  expect(formatTime('2026-11-25T14:00:00Z', NEW_YORK)).toBe('9:00 AM')
  expect(formatTime('2026-11-25T17:05:00Z', NEW_YORK)).toBe('12:05 PM')
  expect(formatTimeWithZone('2026-11-25T14:00:00Z', NEW_YORK)).toBe('9:00 AM EST')
})

it('writes times of day in de-DE', () => {
  withLocale('de-DE', () => {
    expect(formatTime('2026-11-25T14:00:00Z', BERLIN)).toBe('15:00')
    expect(formatTimeWithZone('2026-11-25T14:00:00Z', BERLIN)).toBe('15:00 MEZ')
  })
})

it('the date of an instant is its date in the time zone', () => {
  expect(formatDateAndTime('2026-11-26T04:59:00Z', NEW_YORK)).toBe('Wed, Nov 25, 2026, 11:59 PM EST')
  expect(withLocale('de-DE', () => formatDateAndTime('2026-11-25T23:00:00Z', BERLIN))).toBe('Do., 26. Nov. 2026, 00:00 MEZ')
})

it('writes the names of time zones', () => {
  expect(formatTimeZone(NEW_YORK)).toBe('Eastern Time')
  expect(withLocale('de-DE', () => formatTimeZone(BERLIN))).toBe('Mitteleuropäische Zeit')
})
