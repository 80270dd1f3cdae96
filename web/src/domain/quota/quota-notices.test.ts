import type { Quota } from '@app/contracts/rules/quotas.ts'
import { expect, test } from 'vitest'
import { quotaNotices } from './quota-notices.ts'

const MEGABYTE = 1024 * 1024
const quota = (overrides: Partial<Quota> = {}): Quota => ({
  plan: 'first-proof',
  isConfirmed: false,
  ownLimits: { openTasks: null, series: null, fileMegabytes: null },
  usage: { openTasks: 0, series: 0, fileBytes: 0 },
  ...overrides,
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
