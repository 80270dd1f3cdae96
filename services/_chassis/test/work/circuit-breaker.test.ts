import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCircuitBreaker } from '../../src/work/circuit-breaker.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('allows nothing while it is open, then one attempt, and stays open twice as long after each failure', () => {
  const circuitBreaker = createCircuitBreaker()
  expect([circuitBreaker.allowed(7), circuitBreaker.isClosed()]).toEqual([7, true])
  expect([circuitBreaker.open(), circuitBreaker.open(), circuitBreaker.allowed(7)]).toEqual([15_000, 15_000, 0])
  vi.advanceTimersByTime(15_000)
  expect([circuitBreaker.allowed(7), circuitBreaker.open(), circuitBreaker.allowed(7)]).toEqual([1, 30_000, 0])
  expect(circuitBreaker.isClosed()).toBe(false)
  circuitBreaker.close()
  expect([circuitBreaker.allowed(7), circuitBreaker.isClosed()]).toEqual([7, true])
})

it('stays open for five minutes at most', () => {
  const circuitBreaker = createCircuitBreaker()
  const openMs = Array.from({ length: 7 }, () => {
    const ms = circuitBreaker.open()
    vi.advanceTimersByTime(ms)
    return ms
  })
  expect(openMs.at(-1)).toBe(300_000)
})
