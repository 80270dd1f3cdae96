import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { batch } from './batch.ts'

const MOMENT_MS = 5

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns the function `add` of a batch, and the runs of its handler. Each run stays pending until the test ends it. */
function handler() {
  const runs: { items: string[]; end: () => void; fail: () => void }[] = []
  const handle = (items: ReadonlySet<string>) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    runs.push({ items: [...items], end: resolve, fail: () => reject(new Error('down')) })
    return promise
  }
  return { runs, add: batch(handle, MOMENT_MS) }
}

it('items added in a burst are handled in one run, without duplicates', async () => {
  const { runs, add } = handler()
  for (const item of ['a', 'b', 'a', 'a']) add(item)
  expect(runs).toEqual([])
  await vi.advanceTimersByTimeAsync(MOMENT_MS)
  expect(runs.map(({ items }) => items)).toEqual([['a', 'b']])
})

it('items added during a run are handled in the next run, never in parallel', async () => {
  const { runs, add } = handler()
  add('a')
  await vi.advanceTimersByTimeAsync(MOMENT_MS)
  for (const item of ['b', 'c']) add(item)
  await vi.advanceTimersByTimeAsync(10 * MOMENT_MS)
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await vi.advanceTimersByTimeAsync(MOMENT_MS)
  expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c']])
})

it('continues after a failed run', async () => {
  const { runs, add } = handler()
  add('a')
  await vi.advanceTimersByTimeAsync(MOMENT_MS)
  runs[0]?.fail()
  add('b')
  await vi.advanceTimersByTimeAsync(MOMENT_MS)
  expect(runs.map(({ items }) => items)).toEqual([['a'], ['b']])
})
