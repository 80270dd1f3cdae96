import { expect, it } from 'vitest'
import { formatSize } from '../../src/format/file-size.ts'
import { withLocale } from './with-locale.ts'

it.each([
  [1, '1 KB'],
  [348_160, '340 KB'],
  [2_516_582, '2.4 MB'],
  [2_147_483_648, '2,048 MB'],
])('%i bytes are formatted as %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})

it('sizes have the decimal comma of the locale', () => {
  expect(withLocale('de-DE', () => formatSize(2_516_582))).toBe('2,4 MB')
})
