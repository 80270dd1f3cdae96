import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { claimsOf, person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { LIVE_LINE, type LiveFrame } from '@app/contracts/http/live-lines.ts'
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

/** Opens a line, as a gateway does. */
async function openLine(at = origin) {
  const id = crypto.randomUUID()
  const gone = new AbortController()
  leaving.push(gone)
  const answer = await fetch(`${at}/internal/live-lines/${id}`, { signal: gone.signal })
  let text = ''
  const ended = (async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
  })().catch(() => {})
  const frames = (): LiveFrame[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((frame) => JSON.parse(frame))
  return {
    id,
    status: answer.status,
    frames,
    /** All that a stream was told. */
    textOf: (stream: number) =>
      frames()
        .flatMap((frame) => (frame.to.includes(stream) ? (frame.text ?? '<end>') : []))
        .join(''),
    ask: (stream: number, headers: Record<string, string> = admin.headers) =>
      fetch(`${at}/notifications/stream`, { headers: { ...headers, [LIVE_LINE]: `${id}/${stream}` } }),
    ended,
    hangUp: () => gone.abort(),
  }
}

it('answers a stream on the line that is named, and tells many of them in one frame', async () => {
  const line = await openLine()
  const answers = await Promise.all([0, 1, 2].map((stream) => line.ask(stream)))
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.headers.get(LIVE_LINE)).toContain(line.id)
    expect(await answer.text()).toBe('')
  }
  await line.ask(3, owner.headers)
  expect(await openStreams()).toBe(4)
  await tell('to all admins')
  await expect
    .poll(() => line.textOf(2).replaceAll(': heartbeat\n\n', ''))
    .toMatch(/^retry: 2000\n: connected\n\nid: [\w.-]+\n\nid: [\w.-]+\nevent: notification\ndata: .*to all admins.*\n\n$/)
  const told = line.frames().filter(({ text }) => text?.includes('to all admins'))
  expect(told.map(({ to }) => to.toSorted())).toEqual([[0, 1, 2]])
  await expect.poll(() => line.textOf(3)).toContain('"message":""')
})

it('ends a stream whose token is ended, and no other', async () => {
  const line = await openLine()
  const somebody = person('admin')
  await Promise.all([line.ask(0, somebody.headers), line.ask(1)])
  const { jti: tokenId } = claimsOf(somebody.headers.authorization)
  replica.revocations.endSessions([{ tokenId, expiresAt: Math.floor(Date.now() / 1000) + 60 }])
  await expect.poll(() => line.textOf(0)).toMatch(/<end>$/)
  await tell('after')
  await expect.poll(() => line.textOf(1)).toContain('after')
  expect(line.textOf(0)).not.toContain('after')
  expect(await openStreams()).toBe(1)
})

it('resumes on a line after the last event that was seen', async () => {
  const before = await openLine()
  await before.ask(0)
  await expect.poll(() => before.textOf(0)).toMatch(/^id: .+$/m)
  const [, last = ''] = /^id: (.+)$/m.exec(before.textOf(0)) ?? []
  before.hangUp()
  await tell('missed')
  const line = await openLine()
  await line.ask(0, { ...admin.headers, 'last-event-id': last })
  await expect.poll(() => line.textOf(0)).toContain('missed')
})

it('lets go of a stream whose reader has left, and of all when their gateway has', async () => {
  const line = await openLine()
  await Promise.all([0, 1, 2].map((stream) => line.ask(stream)))
  const leave = () =>
    fetch(`${origin}/internal/live-lines/${line.id}/left`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ streams: [1, 7] }),
    })
  expect([(await leave()).status, (await leave()).status]).toEqual([200, 200])
  expect(await openStreams()).toBe(2)
  line.hangUp()
  await expect.poll(openStreams).toBe(0)
})

it('answers by itself where the line is not open here, and refuses as it does without one', async () => {
  const line = await openLine()
  const elsewhere = new AbortController()
  leaving.push(elsewhere)
  const headers = { ...admin.headers, [LIVE_LINE]: `${crypto.randomUUID()}/0` }
  const answer = await fetch(`${origin}/notifications/stream`, { headers, signal: elsewhere.signal })
  expect(answer.headers.get(LIVE_LINE)).toBeNull()
  expect(new TextDecoder().decode((await answer.body?.getReader().read())?.value)).toContain(': connected')
  expect((await line.ask(0, {})).status).toBe(401)
  await Promise.all([1, 2, 3, 4].map((stream) => line.ask(stream)))
  expect((await line.ask(5)).status).toBe(429)
})

it('ends streams and then their line when it stops', async () => {
  const other = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
  const line = await openLine(await other.app.listen({ port: 0 }))
  await line.ask(0)
  await other.stop()
  await line.ended
  expect(line.textOf(0)).toMatch(/<end>$/)
})
