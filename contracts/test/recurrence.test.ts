import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthWeeks, recurrenceText, recurrenceTypes, weekdays } from '../src/rules/recurrence.ts'

test.each([
  [{ recurrenceType: 'weekly', weeklyDayOfWeek: 'friday' }, 'Every Friday'],
  [{ recurrenceType: 'weekly', weeklyDayOfWeek: null }, 'Every Monday'],
  [{ recurrenceType: 'bi-weekly', weeklyDayOfWeek: 'sunday' }, 'Every other Sunday'],
  [{ recurrenceType: 'bi-weekly' }, 'Every other Monday'],
  [{ recurrenceType: 'monthly', monthlyWeek: 'first', monthlyDayOfWeek: 'tuesday' }, 'Every month on the 1st Tuesday'],
  [{ recurrenceType: 'monthly', monthlyWeek: 'second', monthlyDayOfWeek: 'tuesday' }, 'Every month on the 2nd Tuesday'],
  [{ recurrenceType: 'monthly', monthlyWeek: 'third', monthlyDayOfWeek: 'tuesday' }, 'Every month on the 3rd Tuesday'],
  [{ recurrenceType: 'monthly', monthlyWeek: 'fourth', monthlyDayOfWeek: 'tuesday' }, 'Every month on the 4th Tuesday'],
  [{ recurrenceType: 'monthly', monthlyWeek: 'last', monthlyDayOfWeek: 'friday' }, 'Every month on the last Friday'],
  [{ recurrenceType: 'monthly', monthlyWeek: null, monthlyDayOfWeek: null }, 'Every month on the 1st Monday'],
] as const)('the text of %o is %j', (rule, expected) => {
  expect(recurrenceText(rule)).toBe(expected)
})

test('different recurrences have different texts', () => {
  const rule = fc.oneof(
    fc.record({ recurrenceType: fc.constantFrom('weekly', 'bi-weekly'), weeklyDayOfWeek: fc.constantFrom(...weekdays) }),
    fc.record({
      recurrenceType: fc.constant('monthly' as const),
      monthlyWeek: fc.constantFrom(...monthWeeks),
      monthlyDayOfWeek: fc.constantFrom(...weekdays),
    }),
  )
  fc.assert(
    fc.property(rule, rule, (a, b) => {
      expect(recurrenceText(a) === recurrenceText(b)).toBe(
        JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort()),
      )
    }),
  )
})

test('the types of the specification', () => {
  expect(recurrenceTypes).toEqual(['weekly', 'bi-weekly', 'monthly'])
})
