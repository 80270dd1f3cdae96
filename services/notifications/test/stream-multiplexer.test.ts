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
const leaving: AbortController[] = []

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  relay = await startRelay()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, heartbeatMs: 60_000 })
  origin = await replica.app.listen({ port: 0 })
})
afterEach(async () => {
  for (const one of leaving.splice(0)) one.abort()
  await expect.poll(openStreams).toBe(0)
})
afterAll(async () => {
  await replica.stop()
  await relay.close()
  await database.drop()
})

const openStreams = async () => Number(/^live_streams (\d+)$/m.exec((await replica.app.inject('/metrics')).body)?.[1])

const tell = (message: string) =>
  replica.db
    .transaction()
    .execute((trx) =>
      addNotifications(trx, { type: 'x', companyProfileId: crypto.randomUUID(), taskId: 7, ownerId: owner.id, owner: '', admins: message }),
    )

/** Opens a connection, as a gateway does. */
async function openConnection(at = origin) {
  const id = crypto.randomUUID()
  const gone = new AbortController()
  leaving.push(gone)
  const answer = await fetch(`${at}/internal/stream-connections/${id}`, { signal: gone.signal })
  let text = ''
  const ended = (async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
  })().catch(() => {})
  const frames = (): StreamFrame[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((frame) => JSON.parse(frame))
  return {
    id,
    status: answer.status,
    frames,
    /** The text of a stream so far. */
    textOf: (stream: number) =>
      frames()
        .flatMap((frame) => (frame.to.includes(stream) ? (frame.text ?? '<end>') : []))
        .join(''),
    ask: (stream: number, headers: Record<string, string> = admin.headers) =>
      fetch(`${at}/notifications/stream`, { headers: { ...headers, [MULTIPLEXED_STREAM]: `${id}/${stream}` } }),
    ended,
    hangUp: () => gone.abort(),
  }
}

it('sends the streams of a connection, and the same text for many of them in one frame', async () => {
  const connection = await openConnection()
  const answers = await Promise.all([0, 1, 2].map((stream) => connection.ask(stream)))
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.headers.get(MULTIPLEXED_STREAM)).toContain(connection.id)
    expect(await answer.text()).toBe('')
  }
  await connection.ask(3, owner.headers)
  expect(await openStreams()).toBe(4)
  await tell('to all admins')
  await expect
    .poll(() => connection.textOf(2).replaceAll(': heartbeat\n\n', ''))
    .toMatch(/^retry: 2000\n: connected\n\nid: [\w.-]+\n\nid: [\w.-]+\nevent: notification\ndata: .*to all admins.*\n\n$/)
  const told = connection.frames().filter(({ text }) => text?.includes('to all admins'))
  expect(told.map(({ to }) => to.toSorted())).toEqual([[0, 1, 2]])
  await expect.poll(() => connection.textOf(3)).toContain('"message":""')
})

it('ends a stream when its token is ended, and no other', async () => {
  const connection = await openConnection()
  const somebody = person('admin')
  await Promise.all([connection.ask(0, somebody.headers), connection.ask(1)])
  const { jti: tokenId } = claimsOf(somebody.headers.authorization)
  replica.revocations.endSessions([{ tokenId, expiresAt: Math.floor(Date.now() / 1000) + 60 }])
  await expect.poll(() => connection.textOf(0)).toMatch(/<end>$/)
  await tell('after')
  await expect.poll(() => connection.textOf(1)).toContain('after')
  expect(connection.textOf(0)).not.toContain('after')
  expect(await openStreams()).toBe(1)
})

it('resumes a stream after the Last-Event-ID', async () => {
  const before = await openConnection()
  await before.ask(0)
  await expect.poll(() => before.textOf(0)).toMatch(/^id: .+$/m)
  const [, last = ''] = /^id: (.+)$/m.exec(before.textOf(0)) ?? []
  before.hangUp()
  await tell('missed')
  const connection = await openConnection()
  await connection.ask(0, { ...admin.headers, 'last-event-id': last })
  await expect.poll(() => connection.textOf(0)).toContain('missed')
})

it('closes reported streams, and all streams when the connection closes', async () => {
  const connection = await openConnection()
  await Promise.all([0, 1, 2].map((stream) => connection.ask(stream)))
  const report = () =>
    fetch(`${origin}/internal/stream-connections/${connection.id}/closed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ streams: [1, 7] }),
    })
  expect([(await report()).status, (await report()).status]).toEqual([200, 200])
  expect(await openStreams()).toBe(2)
  connection.hangUp()
  await expect.poll(openStreams).toBe(0)
})

it('responds with the stream itself when it does not have the connection, and rejects requests as usual', async () => {
  const connection = await openConnection()
  const elsewhere = new AbortController()
  leaving.push(elsewhere)
  const headers = { ...admin.headers, [MULTIPLEXED_STREAM]: `${crypto.randomUUID()}/0` }
  const answer = await fetch(`${origin}/notifications/stream`, { headers, signal: elsewhere.signal })
  expect(answer.headers.get(MULTIPLEXED_STREAM)).toBeNull()
  expect(new TextDecoder().decode((await answer.body?.getReader().read())?.value)).toContain(': connected')
  expect((await connection.ask(0, {})).status).toBe(401)
  await Promise.all([1, 2, 3, 4].map((stream) => connection.ask(stream)))
  expect((await connection.ask(5)).status).toBe(429)
})

it('ends streams and then their connection when it stops', async () => {
  const other = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
  const connection = await openConnection(await other.app.listen({ port: 0 }))
  await connection.ask(0)
  await other.stop()
  await connection.ended
  expect(connection.textOf(0)).toMatch(/<end>$/)
})
