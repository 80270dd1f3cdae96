import { expect, it } from 'vitest'
import { formatList } from '../../src/format/lists.ts'
import { formatDuration, formatNumber, formatPercent } from '../../src/format/numbers.ts'
import { withLocale } from './with-locale.ts'

it.each([
  ['en-US', ['12,500', '1,234.5', '12.5%', '3 hours', '1 day']],
  ['de-DE', ['12.500', '1.234,5', '12,5\u00a0%', '3 Stunden', '1 Tag']],
])('writes numbers and durations in %s', (locale, words) => {
  const written = withLocale(locale, () => [
    formatNumber(12_500),
    formatNumber(1_234.54, 1),
    formatPercent(0.1251, 1),
    formatDuration(3, 'hour'),
    formatDuration(1, 'day'),
  ])
  expect(written).toEqual(words)
})

it.each([
  ['en-US', ['a, b, and c', 'a, b, or c', 'a, b, c']],
  ['de-DE', ['a, b und c', 'a, b oder c', 'a, b und c']],
])('joins texts in %s', (locale, words) => {
  const texts = ['a', 'b', 'c']
  expect(
    withLocale(locale, () => [formatList(texts), formatList(texts, { type: 'disjunction' }), formatList(texts, { style: 'narrow' })]),
  ).toEqual(words)
})
