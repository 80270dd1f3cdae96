import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { claimsOf, person, signTestToken } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { addNotifications } from '../src/feed/notification.repository.ts'
import { eventually } from './support/eventually.ts'
import { readStream, type StreamReader } from './support/read-stream.ts'
import { type Replica, startReplica } from './support/replica.ts'

const HEARTBEAT_MS = 200
const company = crypto.randomUUID()
const owner = person('owner')
const stranger = person('owner')
const admin = person('admin')

let database: TestDatabase
let relay: TestRelay
let one: Replica
let two: Replica
let origin: string
let otherOrigin: string
const readers: StreamReader[] = []

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  const options = { databaseUrl: database.url, smtpUrl: relay.url, heartbeatMs: HEARTBEAT_MS, streamsMax: 8 }
  one = await startReplica(options)
  two = await startReplica(options)
  origin = await one.app.listen({ port: 0 })
  otherOrigin = await two.app.listen({ port: 0 })
})
afterEach(async () => {
  for (const reader of readers.splice(0)) {
    reader.hangUp()
    await reader.ended
  }
  // Waits until the replicas have noticed that the streams are closed.
  for (const { app } of [one, two])
    await vi.waitFor(async () => expect((await app.inject('/metrics')).body).toMatch(/^live_streams 0$/m), { timeout: 10_000 })
})
afterAll(async () => {
  await one.stop()
  await two.stop()
  await relay.close()
  await database.drop()
})

const notify = (message: string, db: Kysely<Tables> = one.db) =>
  db.transaction().execute((trx) =>
    addNotifications(trx, {
      type: 'tasks.task-approved.v1',
      companyProfileId: company,
      taskId: 7,
      ownerId: owner.id,
      owner: '',
      admins: message,
    }),
  )

async function open(headers: Record<string, string>, at = origin): Promise<StreamReader> {
  const reader = await readStream(at, headers)
  readers.push(reader)
  return reader
}

it('sends the reconnect delay and a first position at once', async () => {
  const { status, headers, text } = await open(owner.headers)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/event-stream')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-accel-buffering')).toBe('no')
  expect((await one.app.inject('/metrics')).body).toMatch(/^live_streams 1$/m)
  await eventually(text).toMatch(/^retry: 2000\n: connected\n\nid: [\w.-]+\n\n/)
})

it('requires a token', async () => {
  expect((await open({})).status).toBe(401)
  expect((await one.app.inject({ method: 'HEAD', url: '/notifications/stream', headers: owner.headers })).statusCode).toBe(404)
})

it('sends each audience its own notifications, on every replica', async () => {
  const [own, strange, admins, elsewhere] = await Promise.all([
    open(owner.headers),
    open(stranger.headers),
    open(admin.headers),
    open(admin.headers, otherOrigin),
  ])
  await notify('Bakery approved "Bread".')
  for (const reader of [own, admins, elsewhere]) await eventually(() => reader.notifications().length).toBe(1)
  const [received] = admins.notifications()
  expect(received).toMatchObject({
    type: 'tasks.task-approved.v1',
    message: 'Bakery approved "Bread".',
    companyProfileId: company,
    taskId: 7,
  })
  expect(admins.text()).toContain('\nevent: notification\ndata: {')
  expect(admins.lastId()).toMatch(/^\w+\.\w+\.\w+\.[\w-]*$/)
  expect(Date.parse(received?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(elsewhere.notifications()).toEqual([received])
  expect(own.notifications()).toMatchObject([{ message: '', taskId: 7 }])
  expect(strange.notifications()).toEqual([])
})

it('sends nothing to the owner if only the admins get the notification', async () => {
  const [own, admins] = [await open(owner.headers), await open(admin.headers)]
  const news = { type: 'tasks.preview-note-changed.v1', companyProfileId: company, taskId: 7, ownerId: owner.id }
  await one.db.transaction().execute((trx) => addNotifications(trx, { ...news, owner: null, admins: '' }))
  await eventually(() => admins.notifications().length).toBe(1)
  // A later notification shows that the owner's stream has passed the first one.
  await notify('Bakery approved "Bread".')
  await eventually(() => own.notifications().length).toBe(1)
  expect(own.text()).not.toContain('preview-note')
})

it('sends a message for one admin only to this admin, also after a reconnect', async () => {
  const start = await lastIdAfter(await open(admin.headers), 0)
  const [addressed, other] = [await open(admin.headers), await open(person('admin').headers)]
  const news = { type: 'tasks.preview-proofread.v1', companyProfileId: company, taskId: 7, ownerId: owner.id, owner: null }
  await one.db.transaction().execute((trx) => addNotifications(trx, { ...news, admin: { id: admin.id, message: 'for you' } }))
  await eventually(() => messagesOf(addressed)).toEqual(['', 'for you'])
  await eventually(() => messagesOf(other)).toEqual([''])
  const resumed = await open({ ...admin.headers, 'last-event-id': start })
  await eventually(() => messagesOf(resumed)).toEqual(['', 'for you'])
})

it('delivers a notification less than a second after its commit', async () => {
  const reader = await open(admin.headers)
  const waits: number[] = []
  for (const message of ['one', 'two', 'three']) {
    await notify(message)
    const committed = Date.now()
    await eventually(() => reader.notifications().at(-1)?.message).toBe(message)
    waits.push(Date.now() - committed)
  }
  expect(Math.min(...waits)).toBeLessThan(1_000)
})

it('does not send a notification that was rolled back', async () => {
  const reader = await open(admin.headers)
  await one.db
    .transaction()
    .execute(async (trx) => {
      await addNotifications(trx, { type: 'x', companyProfileId: company, taskId: 1, ownerId: owner.id, owner: '', admins: 'never' })
      throw new Error('undone')
    })
    .catch(() => {})
  await notify('after')
  await eventually(() => reader.notifications().map((one) => one.message)).toEqual(['after'])
})

/** Waits until the reader has received `notifications` notifications, disconnects the reader, and returns the id of the last event. */
async function lastIdAfter(reader: StreamReader, notifications: number): Promise<string> {
  await eventually(() => reader.notifications().length).toBe(notifications)
  await eventually(reader.lastId).toBeDefined()
  reader.hangUp()
  await reader.ended
  return reader.lastId() ?? ''
}

const messagesOf = (reader: StreamReader) => reader.notifications().map(({ message }) => message)

async function beginNotify(message: string) {
  const trx = await one.db.startTransaction().execute()
  await addNotifications(trx, { type: 'x', companyProfileId: company, taskId: 1, ownerId: owner.id, owner: '', admins: message })
  return trx
}

/** Stores notifications without NOTIFY, as if the database's message to the replicas had been lost. */
const storeSilently = (count: number) =>
  sql`insert into notification (audience_admins, type, message) select true, 'x', 'silent ' || n from generate_series(1, ${count}::integer) as n`.execute(
    one.db,
  )

const dropListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen' and datname = current_database()`.execute(
    one.db,
  )

it('resumes after the last received event, on any replica', async () => {
  const before = await open(admin.headers)
  await notify('seen')
  const seen = await lastIdAfter(before, 1)
  await notify('missed')
  const resumed = await Promise.all([origin, otherOrigin].map((at) => open({ ...admin.headers, 'last-event-id': seen }, at)))
  await notify('live')
  for (const after of resumed) {
    await eventually(() => messagesOf(after)).toEqual(['missed', 'live'])
    expect(after.reloads()).toBe(0)
  }
})

it('resumes from the first position if no notification was received', async () => {
  const seen = await lastIdAfter(await open(admin.headers), 0)
  await notify('missed')
  const after = await open({ ...admin.headers, 'last-event-id': seen })
  await eventually(() => messagesOf(after)).toEqual(['missed'])
})

it('sends a notification once if it commits late and has a much lower id than the newest', async () => {
  const reader = await open(admin.headers)
  const late = await beginNotify('late')
  await storeSilently(150)
  await notify('prompt')
  await eventually(() => messagesOf(reader)).toContain('prompt')
  await late.commit().execute()
  await eventually(() => messagesOf(reader)).toContain('late')
  expect(messagesOf(reader).filter((message) => !message.startsWith('silent'))).toEqual(['prompt', 'late'])
})

it('resumes with notifications whose transaction was in progress at the disconnect, without duplicates', async () => {
  const before = await open(admin.headers)
  const late = await beginNotify('late')
  await notify('seen')
  const seen = await lastIdAfter(before, 1)
  await late.commit().execute()
  const after = await open({ ...admin.headers, 'last-event-id': seen })
  await notify('live')
  await eventually(() => messagesOf(after)).toEqual(['late', 'live'])
})

it('reloads a reader that missed too many notifications, and resumes from there', async () => {
  const seen = await lastIdAfter(await open(admin.headers), 0)
  await storeSilently(5_000)
  const after = await open({ ...admin.headers, 'last-event-id': seen })
  await eventually(after.reloads).toBe(1)
  const reloaded = await lastIdAfter(after, 0)
  await notify('missed')
  const again = await open({ ...admin.headers, 'last-event-id': reloaded })
  await eventually(() => messagesOf(again)).toEqual(['missed'])
  expect(again.reloads()).toBe(0)
})

it('reloads all readers when the replica itself missed too many notifications', async () => {
  const readers = await Promise.all([open(admin.headers), open(stranger.headers)])
  await storeSilently(5_001)
  await dropListeners()
  for (const reader of readers) await eventually(reader.reloads).toBe(1)
  await notify('after')
  await eventually(() => messagesOf(readers[0] as StreamReader)).toEqual(['after'])
})

it.for([
  ['a small number', '17'],
  ['a number', '999999999999999'],
  ['a long text', 'x'.repeat(5_000)],
  ['no transaction', '0.0.0.'],
  ['a transaction before the first one', '9.9.9.9-9'],
  ['a position that is ahead', 'zzzzzzzzzz.zzzzzzzzzz.zzzzzzzzzz.1'],
] as const)('reloads a reader whose Last-Event-ID is %s', async ([, last]) => {
  const reader = await open({ ...admin.headers, 'last-event-id': last })
  await eventually(reader.reloads).toBe(1)
  await notify('live')
  await eventually(() => messagesOf(reader)).toEqual(['live'])
})

it('reloads a reader that was disconnected for more than 7 days', async () => {
  const [server, at = '', ...snapshot] = (await lastIdAfter(await open(admin.headers), 0)).split('.')
  const old = [server, (Number.parseInt(at, 36) - 8 * 86_400).toString(36), ...snapshot].join('.')
  await eventually((await open({ ...admin.headers, 'last-event-id': old })).reloads).toBe(1)
})

it('sends heartbeats while there are no notifications', async () => {
  const reader = await open(owner.headers)
  await eventually(() => reader.text().split(': heartbeat\n\n').length).toBeGreaterThan(2)
})

it('limits the streams of one user to five, and those of the replica to its maximum', async () => {
  const five = await Promise.all(Array.from({ length: 5 }, () => open(owner.headers)))
  expect(five.map((reader) => reader.status)).toEqual([200, 200, 200, 200, 200])
  const sixth = await open(owner.headers)
  expect(sixth.status).toBe(429)
  expect(sixth.headers.get('retry-after')).toBe('30')
  five[0]?.hangUp()
  await five[0]?.ended
  await eventually(async () => (await open(owner.headers)).status).toBe(200)
  const others = await Promise.all(Array.from({ length: 5 }, () => open(person('owner').headers)))
  expect(others.map((reader) => reader.status).sort()).toEqual([200, 200, 200, 429, 429])
})

it('ends when the token expires', { tags: 'nightly' }, async () => {
  const reader = await open({ authorization: `Bearer ${signTestToken({ role: 'owner', expiresIn: 2 })}` }, otherOrigin)
  expect(reader.status).toBe(200)
  await reader.ended
  expect(reader.text()).toContain(': connected')
})

it('ends when its token is revoked, while other streams continue', async () => {
  const [user, soon] = [person('owner'), Math.floor(Date.now() / 1000) + 60]
  const [revoked, elsewhere, strange] = await Promise.all([
    open(user.headers),
    open(person('owner', user.id).headers),
    open(stranger.headers),
  ])
  const expectHeartbeats = async (...open: StreamReader[]) => {
    const lengths = open.map((reader) => reader.text().length)
    await eventually(() => open.every((reader, i) => reader.text().length > (lengths[i] ?? 0))).toBe(true)
  }
  one.revocations.endSessions([{ tokenId: claimsOf(user.headers.authorization).jti, expiresAt: soon }])
  await revoked.ended
  await expectHeartbeats(elsewhere, strange)
  one.revocations.endTokens([{ userId: user.id, tokensInvalidBefore: soon }])
  await elsewhere.ended
  await expectHeartbeats(strange)
})

it('ignores the payloads of NOTIFY messages and sends only rows of the table', async () => {
  const reader = await open(admin.headers)
  await notify('true')
  await eventually(() => reader.notifications().length).toBe(1)
  const forged = { id: 1_000_000, audience_user: null, audience_admins: true, message: 'forged', type: 'x' }
  const payloads = ['{', 'null', '7', '"x"', '{"id":"1"}', '{"id":1e300}', JSON.stringify(forged)]
  for (const payload of payloads) {
    await sql`select pg_notify('notifications_feed', ${payload})`.execute(one.db)
  }
  await notify('also true')
  await eventually(() => reader.notifications().map((one) => one.message)).toEqual(['true', 'also true'])
})

it('sends missed notifications once after the connection to the database was interrupted', async () => {
  const reader = await open(admin.headers)
  await notify('before')
  await eventually(() => reader.notifications().length).toBe(1)
  const admins = { audience_user: null, audience_admins: true, type: 'x', company_profile_id: null, task_id: null }
  // This insert sends no NOTIFY, as if the database's message to the replicas had been lost.
  await one.db
    .insertInto('notification')
    .values({ ...admins, message: 'missed' })
    .execute()
  await dropListeners()
  await eventually(() => reader.notifications().map((one) => one.message)).toEqual(['before', 'missed'])
  await notify('again')
  await eventually(() => reader.notifications().map((one) => one.message)).toEqual(['before', 'missed', 'again'])
})

it('disconnects a reader that does not read', { tags: 'nightly' }, async () => {
  const last = await lastIdAfter(await open(admin.headers), 0)
  const row = {
    audience_user: null,
    audience_admins: true,
    type: 'x',
    message: 'm'.repeat(200_000),
    company_profile_id: null,
    task_id: null,
  }
  await one.db
    .insertInto('notification')
    .values(Array.from({ length: 100 }, () => row))
    .execute()
  const accepted = once(one.app.server, 'connection')
  const socket = connectSocket({ port: Number(new URL(origin).port), host: '127.0.0.1' }).pause()
  const cut = once(socket, 'close')
  socket.on('error', () => {})
  const { authorization } = admin.headers
  socket.write(`GET /notifications/stream HTTP/1.1\r\nhost: x\r\nlast-event-id: ${last}\r\nauthorization: ${authorization}\r\n\r\n`)
  const [peer] = await accepted
  await once(peer, 'close')
  let bytes = 0
  socket.on('data', (part: Buffer) => {
    bytes += part.length
  })
  socket.resume()
  await cut
  expect(bytes).toBeLessThan(100 * 200_000)
  await sql`delete from notification where length(message) > 1000`.execute(one.db)
})

it('shuts down promptly with open streams and idle connections', async () => {
  const three = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
  const thirdOrigin = await three.app.listen({ port: 0 })
  const reader = await open(admin.headers, thirdOrigin)
  const silent = connectSocket({ port: Number(new URL(thirdOrigin).port), host: '127.0.0.1' })
  silent.on('error', () => {})
  await eventually(() => new Promise((resolve) => three.app.server.getConnections((_error, count) => resolve(count)))).toBe(2)
  const started = Date.now()
  await three.stop()
  await reader.ended
  expect(Date.now() - started).toBeLessThan(1_500)
})
