import { expect, it } from 'vitest'
import { formatSize } from '../src/rules/file-size.ts'

it.each([
  [1, '1 KB'],
  [348_160, '340 KB'],
  [2_516_582, '2.4 MB'],
])('%i bytes are formatted as %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})
