import { isTimeZone } from '@app/contracts/rules/time-zones.ts'
import { expect, test } from 'vitest'
import { deviceTimeZone, timeZoneName, timeZoneOptions } from './time-zones.ts'

test('the zones of the United States come first, and each zone is listed once', () => {
  const values = timeZoneOptions('America/Chicago').map(({ value }) => value)
  expect(values.slice(0, 2)).toEqual(['America/New_York', 'America/Chicago'])
  expect(new Set(values).size).toBe(values.length)
  expect(values).toContain(deviceTimeZone())
  expect(values.every(isTimeZone)).toBe(true)
})

test('a stored zone that the browser does not list stays an option', () => {
  expect(timeZoneOptions('US/Eastern').map(({ value }) => value)).toContain('US/Eastern')
})

test('names are readable', () => {
  expect(timeZoneName('America/Chicago')).toBe('Central Time (Chicago)')
  expect(timeZoneName('Europe/Isle_of_Man')).toBe('Europe/Isle of Man')
})
