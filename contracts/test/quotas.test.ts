import { expect, test } from 'vitest'
import { type Quota, quotaLimits, quotaRefusal } from '../src/rules/quotas.ts'

const MEGABYTE = 1024 * 1024
const quota = (overrides: Partial<Quota> = {}): Quota => ({
  plan: 'first-proof',
  isConfirmed: false,
  ownLimits: { openTasks: null, series: null, fileMegabytes: null },
  usage: { openTasks: 0, series: 0, fileBytes: 0 },
  ...overrides,
})

test('a paid plan or a confirmed address raises the limits, and an own limit replaces the limit of the plan', () => {
  expect(quotaLimits(quota()).openTasks).toBe(10)
  expect(quotaLimits(quota({ isConfirmed: true })).openTasks).toBe(200)
  expect(quotaLimits(quota({ plan: 'full-run' })).openTasks).toBe(1_000)
  expect(quotaLimits(quota({ ownLimits: { openTasks: 12, series: null, fileMegabytes: 0 } }))).toEqual({
    openTasks: 12,
    series: 5,
    fileMegabytes: 0,
  })
})

test('only an addition that exceeds a limit is refused', () => {
  const full = quota({ usage: { openTasks: 10, series: 5, fileBytes: 50 * MEGABYTE - 10 } })
  expect(quotaRefusal(full, { fileBytes: 10 })).toBeUndefined()
  expect(quotaRefusal(full, { fileBytes: 11 })?.kind).toBe('fileMegabytes')
  expect(quotaRefusal(full, { openTasks: 1, series: 1 })?.kind).toBe('openTasks')
  expect(quotaRefusal(full, {})).toBeUndefined()
})
