import { expect, it } from 'vitest'
import { isLocale } from '../../src/format/locale.ts'

it.each(['en-US', 'de-DE', 'en-DE', 'zh-Hant-TW'])('%s is a locale', (text) => {
  expect(isLocale(text)).toBe(true)
})

it.each(['', 'en', 'US', 'en_US', 'xx-US', 'english (United States)'])('%j is not a locale', (text) => {
  expect(isLocale(text)).toBe(false)
})
