import { expect, it } from 'vitest'
import { splitPhone } from '../../src/format/phone-search.ts'

it.each([
  ['(803) 555-0142', '803 555 0142'],
  ['803.555.0142', '803 555 0142'],
  ['+1 803 555 0142', '803 555 0142'],
  ['8035550142', '803 555 0142'],
  ['+49 89 123456', '4989123456'],
  ['29401', '29401'],
  ['555-0142', '5550142'],
  ['main street 12', 'main street 12'],
])('searches for %j by the words %j', (search, words) => {
  expect(splitPhone(search)).toBe(words)
})
