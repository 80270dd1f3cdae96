import { expect, test } from 'vitest'
import { addTap, noTaps } from './tap-gesture.ts'

const countAfter = (...times: number[]) => times.reduce(addTap, noTaps).count

test.each([
  ['one tap', [5], 1],
  ['four, each 400 ms after the last', [0, 400, 800, 1200], 4],
  ['a pause of 401 ms before the last', [0, 400, 800, 1201], 1],
  ['a pause, then four in a row', [0, 500, 600, 700, 800], 4],
  ['a first tap at the very start of the clock', [0], 1],
])('addTap counts %s', (_, times, count) => {
  expect(countAfter(...times)).toBe(count)
})
