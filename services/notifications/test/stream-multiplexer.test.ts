import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { claimsOf, person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { MULTIPLEXED_STREAM, type StreamFrame } from '@app/contracts/http/stream-multiplexing.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { addNotifications } from '../src/feed/notification.repository.ts'
import { type Replica, startReplica } from './support/replica.ts'

const admin = person('admin')
const owner = person('owner')
let database: TestDatabase
let relay: TestRelay
let replica: Replica
let origin: string
const openRequests: AbortController[] = []

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, heartbeatMs: 60_000 })
  origin = await replica.app.listen({ port: 0 })
})
afterEach(async () => {
  for (const request of openRequests.splice(0)) request.abort()
  await expect.poll(openStreams).toBe(0)
})
afterAll(async () => {
  await replica.stop()
  await relay.close()
  await database.drop()
})

const openStreams = async () => Number(/^live_streams (\d+)$/m.exec((await replica.app.inject('/metrics')).body)?.[1])

const notify = (message: string) =>
  replica.db
    .transaction()
    .execute((trx) =>
      addNotifications(trx, { type: 'x', companyProfileId: crypto.randomUUID(), taskId: 7, ownerId: owner.id, owner: '', admins: message }),
    )

async function openConnection(at = origin) {
  const id = crypto.randomUUID()
  const request = new AbortController()
  openRequests.push(request)
  const response = await fetch(`${at}/internal/stream-connections/${id}`, { signal: request.signal })
  let text = ''
  const ended = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
  })().catch(() => {})
  const frames = (): StreamFrame[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((frame) => JSON.parse(frame))
  return {
    id,
    status: response.status,
    frames,
    textOf: (stream: number) =>
      frames()
        .flatMap((frame) => (frame.to.includes(stream) ? (frame.text ?? '<end>') : []))
        .join(''),
    openStream: (stream: number, headers: Record<string, string> = admin.headers) =>
      fetch(`${at}/notifications/stream`, { headers: { ...headers, [MULTIPLEXED_STREAM]: `${id}/${stream}` } }),
    ended,
    close: () => request.abort(),
  }
}

it('sends the same text for several streams of a connection in one frame', async () => {
  const connection = await openConnection()
  const responses = await Promise.all([0, 1, 2].map((stream) => connection.openStream(stream)))
  for (const response of responses) {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get(MULTIPLEXED_STREAM)).toContain(connection.id)
    expect(await response.text()).toBe('')
  }
  await connection.openStream(3, owner.headers)
  expect(await openStreams()).toBe(4)
  await notify('to all admins')
  await expect
    .poll(() => connection.textOf(2).replaceAll(': heartbeat\n\n', ''))
    .toMatch(/^retry: 2000\n: connected\n\nid: [\w.-]+\n\nid: [\w.-]+\nevent: notification\ndata: .*to all admins.*\n\n$/)
  const frames = connection.frames().filter(({ text }) => text?.includes('to all admins'))
  expect(frames.map(({ to }) => to.toSorted())).toEqual([[0, 1, 2]])
  await expect.poll(() => connection.textOf(3)).toContain('"message":""')
})

it('ends a stream when its token is revoked, while other streams continue', async () => {
  const connection = await openConnection()
  const user = person('admin')
  await Promise.all([connection.openStream(0, user.headers), connection.openStream(1)])
  const { jti: tokenId } = claimsOf(user.headers.authorization)
  replica.revocations.endSessions([{ tokenId, expiresAt: Math.floor(Date.now() / 1000) + 60 }])
  await expect.poll(() => connection.textOf(0)).toMatch(/<end>$/)
  await notify('after')
  await expect.poll(() => connection.textOf(1)).toContain('after')
  expect(connection.textOf(0)).not.toContain('after')
  expect(await openStreams()).toBe(1)
})

it('resumes a stream after the Last-Event-ID', async () => {
  const before = await openConnection()
  await before.openStream(0)
  await expect.poll(() => before.textOf(0)).toMatch(/^id: .+$/m)
  const [, last = ''] = /^id: (.+)$/m.exec(before.textOf(0)) ?? []
  before.close()
  await notify('missed')
  const connection = await openConnection()
  await connection.openStream(0, { ...admin.headers, 'last-event-id': last })
  await expect.poll(() => connection.textOf(0)).toContain('missed')
})

it('closes reported streams, and all streams when the connection closes', async () => {
  const connection = await openConnection()
  await Promise.all([0, 1, 2].map((stream) => connection.openStream(stream)))
  const report = () =>
    fetch(`${origin}/internal/stream-connections/${connection.id}/closed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ streams: [1, 7] }),
    })
  expect([(await report()).status, (await report()).status]).toEqual([200, 200])
  expect(await openStreams()).toBe(2)
  connection.close()
  await expect.poll(openStreams).toBe(0)
})

it('responds with the stream itself if the connection is not open here, and applies authentication and limits', async () => {
  const connection = await openConnection()
  const elsewhere = new AbortController()
  openRequests.push(elsewhere)
  const headers = { ...admin.headers, [MULTIPLEXED_STREAM]: `${crypto.randomUUID()}/0` }
  const response = await fetch(`${origin}/notifications/stream`, { headers, signal: elsewhere.signal })
  expect(response.headers.get(MULTIPLEXED_STREAM)).toBeNull()
  expect(new TextDecoder().decode((await response.body?.getReader().read())?.value)).toContain(': connected')
  expect((await connection.openStream(0, {})).status).toBe(401)
  await Promise.all([1, 2, 3, 4].map((stream) => connection.openStream(stream)))
  expect((await connection.openStream(5)).status).toBe(429)
})

it('ends the streams and then their connection at shutdown', async () => {
  const other = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
  const connection = await openConnection(await other.app.listen({ port: 0 }))
  await connection.openStream(0)
  await other.stop()
  await connection.ended
  expect(connection.textOf(0)).toMatch(/<end>$/)
})
