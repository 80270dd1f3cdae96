import { expect, it } from 'vitest'
import { formatPhone } from '../../src/format/phone.ts'
import { withLocale } from './with-locale.ts'

it.each(['8035550142', '803.555.0142', '803-555-0142', '(803)555-0142', '+1 803 555 0142', '1-803-555-0142', '+1 (803) 555–0142'])(
  'writes %s as people in North America do',
  (text) => {
    expect(formatPhone(text)).toBe('(803) 555-0142')
    expect(withLocale('en-CA', () => formatPhone(text))).toBe('(803) 555-0142')
    expect(withLocale('de-DE', () => formatPhone(text))).toBe(text)
  },
)

it.each([
  '',
  '555-0142',
  '+49 89 123456',
  '(803) 555-0142 ext. 4',
  '803 055 0142',
  '(0) 803 555 0142',
  'call the shop',
  '1'.repeat(100_000),
])('does not change %s', (text) => {
  expect(formatPhone(text)).toBe(text)
})
