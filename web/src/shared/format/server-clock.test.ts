import { afterEach, expect, it, vi } from 'vitest'
import { responseOf } from '../api/send.ts'
import { serverNow } from './server-clock.ts'

const respondAt = (date: string | null) => responseOf(200, '{}', (name) => (name === 'date' ? date : null))

afterEach(() => {
  vi.useRealTimers()
  respondAt(new Date().toUTCString())
})

it.each([
  ['a day behind', '2026-12-01T12:00:00Z', '2026-12-02T12:00:00.000Z'],
  ['a day ahead', '2026-12-03T12:00:00Z', '2026-12-02T12:00:00.000Z'],
  ['a few seconds ahead', '2026-12-02T12:00:20Z', '2026-12-02T12:00:20.000Z'],
])('on a device whose clock is %s, the time follows the server', (_, device, now) => {
  vi.useFakeTimers({ now: new Date(device) })
  respondAt('Wed, 02 Dec 2026 12:00:00 GMT')
  expect(serverNow().toISOString()).toBe(now)
  respondAt(null)
  expect(serverNow().toISOString()).toBe(now)
})
