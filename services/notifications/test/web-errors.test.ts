import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { operator, person } from '@app/chassis/testing/people.ts'
import type { WebErrorCounts } from '@app/contracts/http/web-errors.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { purge } from '../src/purge.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { RETENTION } from './support/settings.ts'

let database: TestDatabase
let replica: Replica

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: 'smtp://127.0.0.1:9' })
})
afterAll(async () => {
  await replica.stop()
  await database.drop()
})
beforeEach(async () => {
  await replica.db.deleteFrom('web_error_hour').execute()
  await replica.db.deleteFrom('rate_limits').execute()
  replica.lines.length = 0
})

const report = { kind: 'error', message: 'TypeError: x is undefined', stack: 'at main.js:1:2', release: 'abc', route: '/management' }
const send = (payload: object = report, client = '203.0.113.1') =>
  replica.app.inject({ method: 'POST', url: '/web-errors', payload, headers: { 'x-forwarded-for': client } })
const counts = async () =>
  (await replica.app.inject({ url: '/admin/operations/notifications/web-errors', ...operator() })).json<WebErrorCounts>()

it('logs a report with release and route, and returns the counts to an operator', async () => {
  expect(await counts()).toEqual({ lastDay: 0, lastWeek: 0, latestAt: null })
  for (const route of ['/management', '/login']) expect((await send({ ...report, route })).statusCode).toBe(202)
  const logged = replica.lines.map((line) => JSON.parse(line)).filter(({ webError }) => webError)
  expect(logged.map(({ webError }) => webError)).toEqual([report, { ...report, route: '/login' }])
  expect(await counts()).toEqual({ lastDay: 2, lastWeek: 2, latestAt: expect.stringMatching(/:00:00Z$/) })

  await sql`update web_error_hour set hour = hour - interval '2 days'`.execute(replica.db)
  expect(await counts()).toMatchObject({ lastDay: 0, lastWeek: 2 })
  await sql`update web_error_hour set hour = hour - interval '30 days'`.execute(replica.db)
  expect(await counts()).toMatchObject({ lastDay: 0, lastWeek: 0, latestAt: null })
  expect(await purge(replica.db, RETENTION)).toBeGreaterThan(0)
  expect(await replica.db.selectFrom('web_error_hour').selectAll().execute()).toEqual([])
})

it('does not log tokens, codes and email addresses', async () => {
  await send({
    ...report,
    message: 'Failed to load https://portal.example/verify-email?token=secret1 now',
    stack: 'at https://portal.example/a.js?secret2:1:2\nat f (https://portal.example/otp#secret3)',
    route: '/verify-email?token=secret4',
  })
  await send({ ...report, stack: 'at https://portal.example/api/review/secret5/approve', route: '/review/secret6' })
  await send({ ...report, message: 'no account for secret7@harbor.example', route: '/%72eview/invitation/secret8' })
  await send({ ...report, message: 'POST /reset-password/secret9: {"password":"secret10"}', release: 'code: secret11' })
  const log = replica.lines.join('')
  expect(log).toContain('https://portal.example/verify-email now')
  expect(log).not.toContain('secret')
})

it('rejects invalid reports and texts that are too long', async () => {
  const { message: _, ...incomplete } = report
  const wrong = [incomplete, { ...report, kind: 'other' }, { ...report, stack: 'x'.repeat(4_001) }, { ...report, more: 1 }]
  for (const payload of wrong) expect((await send(payload)).statusCode).toBe(400)
  expect(await counts()).toMatchObject({ lastWeek: 0 })
})

it('limits the reports of each IP address separately', async () => {
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await send()).statusCode))
  expect(statuses.filter((status) => status === 202)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect((await send(report, '203.0.113.2')).statusCode).toBe(202)
  expect(await counts()).toMatchObject({ lastDay: 21 })
})

it('returns the counts only to operators', async () => {
  const url = '/admin/operations/notifications/web-errors'
  expect((await replica.app.inject({ url })).statusCode).toBe(401)
  expect((await replica.app.inject({ url, ...person('admin') })).statusCode).toBe(403)
})
