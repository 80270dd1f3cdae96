import { recentResponses } from '@app/chassis/http/recent-responses.ts'
import { alerts } from '@app/contracts/rules/alerts.ts'
import { expect, test } from 'vitest'

const MINUTE_MS = 60_000
const get = { method: 'GET', route: '/task/:id', status: 200, seconds: 0.01 }
const slow = alerts.AnswersSlow.limit + 0.1

test('counts failed responses and slow GET requests', () => {
  const recent = recentResponses(() => 0)
  recent.add(get)
  recent.add({ ...get, status: 499 })
  recent.add({ ...get, status: 500, seconds: slow })
  recent.add({ ...get, seconds: alerts.AnswersSlow.limit })
  recent.add({ ...get, method: 'POST', status: 503, seconds: slow })
  expect(recent.counts()).toEqual({ all: 5, failed: 2, gets: 4, slowGets: 1 })
})

test.each(['/crm/customers', '/api/crm/customers', '/files/:key'])('a slow GET of %s does not count as slow', (route) => {
  const recent = recentResponses(() => 0)
  recent.add({ ...get, route, seconds: slow })
  expect(recent.counts()).toEqual({ all: 1, failed: 0, gets: 0, slowGets: 0 })
})

test('forgets responses after five minutes, and counts again in the same slot', () => {
  let now = 0
  const recent = recentResponses(() => now)
  recent.add(get)
  now = 4.5 * MINUTE_MS
  recent.add(get)
  expect(recent.counts().all).toBe(2)
  now = 5 * MINUTE_MS
  expect(recent.counts().all).toBe(1)
  recent.add(get)
  expect(recent.counts().all).toBe(2)
  now = 60 * MINUTE_MS
  expect(recent.counts().all).toBe(0)
})
