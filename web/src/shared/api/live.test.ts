import { expect, it } from 'vitest'
import { waitAfter } from './live.ts'

it.each([
  [0, 500, 1_000],
  [1, 1_000, 2_000],
  [4, 8_000, 16_000],
  [5, 15_000, 30_000],
  [60, 15_000, 30_000],
])('after %i failures the live stream reconnects after %i to %i ms', (failures, least, most) => {
  const waits = Array.from({ length: 200 }, () => waitAfter(failures))
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(least)
  expect(Math.max(...waits)).toBeLessThanOrEqual(most)
  expect(new Set(waits).size).toBeGreaterThan(1)
})
