import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { addNotifications } from '../src/feed/notification.repository.ts'
import { type Replica, startReplica } from './support/replica.ts'

const MANY = 230
const company = crypto.randomUUID()
const owner = person('owner')
const quiet = person('owner')
const admin = person('admin')
let database: TestDatabase
let relay: TestRelay
let replica: Replica

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
  await replica.db.transaction().execute(async (trx) => {
    const about = { type: 'tasks.preview-uploaded.v1', companyProfileId: company, taskId: 3 }
    for (let n = 1; n <= MANY; n++) await addNotifications(trx, { ...about, ownerId: owner.id, owner: `preview ${n}`, admins: '' })
    await addNotifications(trx, { ...about, ownerId: quiet.id, owner: '', admins: 'for admins' })
    await addNotifications(trx, { ...about, ownerId: quiet.id, owner: null, admin: { id: admin.id, message: 'for one admin' } })
  })
})
afterAll(async () => {
  await replica.stop()
  await relay.close()
  await database.drop()
})

const list = (headers: Record<string, string>, query = '') => replica.app.inject({ url: `/notifications${query}`, headers })

it('lists the notifications of the caller that have a message, newest first, 50 by default', async () => {
  const response = await list(owner.headers)
  const notifications: Notification[] = response.json()
  expect(notifications.map(({ message }) => message)).toEqual(Array.from({ length: 50 }, (_, n) => `preview ${MANY - n}`))
  expect(response.headers.link).toMatch(/^<\/notifications\?limit=50&cursor=.+>; rel="next"$/)
  expect(notifications[0]).toEqual({
    id: expect.any(Number),
    type: 'tasks.preview-uploaded.v1',
    message: `preview ${MANY}`,
    companyProfileId: company,
    taskId: 3,
    DocId: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
})

it('returns every notification once over all pages', async () => {
  const messages: string[] = []
  let next: string | undefined = '?limit=100'
  while (next) {
    const response = await list(owner.headers, next)
    messages.push(...response.json<Notification[]>().map(({ message }) => message))
    next = /<\/notifications(\?[^>]*)>; rel="next"/.exec(String(response.headers.link))?.[1]
  }
  expect(messages).toHaveLength(MANY)
  expect(new Set(messages).size).toBe(MANY)
})

it('does not return notifications of other users', async () => {
  expect((await list(quiet.headers)).json()).toEqual([])
  expect((await list(admin.headers)).json()).toMatchObject([{ message: 'for one admin' }, { message: 'for admins' }])
  const other = person('admin')
  expect((await list(other.headers)).json()).toMatchObject([{ message: 'for admins' }])
  expect((await list(person('owner', other.id).headers)).json()).toEqual([])
})

it('rejects requests without a token', async () => {
  expect(await findAccessViolations(replica.app, 'notifications')).toEqual([])
})

it('rejects a limit out of range and an invalid cursor', async () => {
  for (const query of ['?limit=201', '?limit=0', '?cursor=x', `?cursor=${Buffer.from('["1;drop"]').toString('base64url')}`])
    expect((await list(owner.headers, query)).statusCode).toBe(400)
})
