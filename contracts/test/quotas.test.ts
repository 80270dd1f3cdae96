import { expect, test } from 'vitest'
import { type Quota, quotaLimits, quotaNotices, quotaRefusal } from '../src/rules/quotas.ts'

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

const texts = (of: Quota) => quotaNotices(of).map(({ text }) => text)

test('the owner is told about a limit from 80 % on, with what to do', () => {
  const used = (openTasks: number, fileBytes = 0) => quota({ usage: { openTasks, series: 0, fileBytes } })
  expect(texts(used(7))).toEqual([])
  expect(texts(used(8, 40 * MEGABYTE))).toEqual([
    '8 of 10 open tasks. Confirm your email address to assign more.',
    '40 of 50 MB of pictures. Confirm your email address to attach more.',
  ])
  expect(texts({ ...used(160), isConfirmed: true })).toEqual(['160 of 200 open tasks. Contact us to assign more.'])
  const ownLimits = { openTasks: 8, series: null, fileMegabytes: null }
  expect(texts({ ...used(8), ownLimits })).toEqual(['8 of 8 open tasks. Contact us to assign more.'])
})

test('only an addition that exceeds a limit is refused', () => {
  const full = quota({ usage: { openTasks: 10, series: 5, fileBytes: 50 * MEGABYTE - 10 } })
  expect(quotaRefusal(full, { fileBytes: 10 })).toBeUndefined()
  expect(quotaRefusal(full, { fileBytes: 11 })?.kind).toBe('fileMegabytes')
  expect(quotaRefusal(full, { openTasks: 1, series: 1 })?.kind).toBe('openTasks')
  expect(quotaRefusal(full, {})).toBeUndefined()
})
