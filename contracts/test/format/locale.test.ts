import { expect, it } from 'vitest'
import { currentCountry, currentLocale, isLocale } from '../../src/format/locale.ts'
import { withLocale } from './with-locale.ts'

it.each(['en-US', 'de-DE', 'en-DE', 'zh-Hant-TW'])('%s is a locale', (text) => {
  expect(isLocale(text)).toBe(true)
})

it.each(['', 'en', 'US', 'en_US', 'xx-US', 'english (United States)'])('%j is not a locale', (text) => {
  expect(isLocale(text)).toBe(false)
})

it('the country of the formats is the country of the locale', () => {
  expect([currentLocale(), currentCountry()]).toEqual(['en-US', 'US'])
  expect(withLocale('zh-Hant-TW', currentCountry)).toBe('TW')
})
