import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { App } from '@app/chassis/http/app.ts'
import { purgeKeys } from '@app/chassis/idempotency/keys.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { person, testTokens } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import { type Kysely, sql } from 'kysely'
import * as Type from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import idempotency from '../../src/idempotency/plugin.ts'
import { buildTested, type Moments, migrations, open, post, type Tables } from './tested.ts'

let database: TestDatabase
let db: Kysely<Tables>
let store: ObjectStore
let app: App

beforeAll(async () => {
  ;[database, store] = await Promise.all([createTestDatabase('tasks', migrations), createTestStore()])
  db = open(database.url)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function start(moments: Moments = {}): Promise<App> {
  const started = await buildTested(db, store, moments)
  onTestFinished(() => started.close())
  return started
}

beforeEach(async () => {
  await sql`delete from effect`.execute(db)
  app = await start()
})

const owner = person('owner')
const newKey = (): string => crypto.randomUUID()

interface Sending {
  key?: string
  who?: typeof owner
  url?: string
  to?: App
}

const send = (payload: object, { key, who = owner, url = '/effects', to = app }: Sending = {}) =>
  to.inject({ method: 'POST', url, payload, headers: { ...who.headers, ...(key !== undefined && { 'idempotency-key': key }) } })

async function sendForm(fields: Record<string, string>, photo: Buffer<ArrayBuffer>, key: string) {
  const { payload, headers } = await multipart(fields, { photo })
  return app.inject({ method: 'POST', url: '/form', payload, headers: { ...headers, ...owner.headers, 'idempotency-key': key } })
}

async function effects(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from effect order by n`.execute(db)
  return rows.map(({ name }) => name)
}

async function storedFiles(): Promise<number> {
  let count = 0
  for await (const _ of store.list('public/tests/')) count++
  return count
}

it('the same request with the same key has its effect once and gets the same response', async () => {
  const key = newKey()
  const first = await send({ name: 'a' }, { key })
  const second = await send({ name: 'a' }, { key })
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.body).toBe(first.body)
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
  expect(first.headers).not.toHaveProperty('idempotency-replayed')
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect(await effects()).toEqual(['a'])
})

it('without a key, or on a route that accepts no keys, each request has its effect', async () => {
  for (const sending of [{}, {}, { key: 'k', url: '/effects-anyway' }, { key: 'k', url: '/effects-anyway' }])
    await send({ name: 'a' }, sending)
  expect(await effects()).toHaveLength(4)
})

it('a key that is reused with another body is rejected without an effect', async () => {
  const key = newKey()
  await send({ name: 'a' }, { key })
  const other = await send({ name: 'b' }, { key })
  expect(other.statusCode).toBe(422)
  expect(other.json()).toMatchObject({ code: 'idempotency-key-reused' })
  expect(await effects()).toEqual(['a'])
})

it('the same key of another caller is a different key', async () => {
  const key = newKey()
  await send({ name: 'a' }, { key })
  const other = await send({ name: 'b' }, { key, who: person('owner') })
  expect(other.statusCode).toBe(201)
  expect(await effects()).toEqual(['a', 'b'])
})

it('an error response is not stored, so the same key can be used again', async () => {
  const key = newKey()
  expect((await send({ name: 'refused' }, { key })).statusCode).toBe(409)
  expect((await send({ name: 'fixed' }, { key })).statusCode).toBe(201)
  expect(await effects()).toEqual(['fixed'])
})

it.each([
  ['empty', ''],
  ['256 characters', 'k'.repeat(256)],
  ['a space', 'a b'],
])('an invalid key is rejected: %s', async (_what, key) => {
  const { statusCode, json } = await send({ name: 'a' }, { key })
  expect(statusCode).toBe(400)
  expect(json().message).toContain('Idempotency-Key')
  expect(await effects()).toEqual([])
})

it('the fingerprint ignores a password, and covers the rest of the body', async () => {
  const key = newKey()
  await send({ name: 'a', password: 'Secret-one-1!' }, { key })
  const { rows } = await sql<{ fingerprint: string }>`select fingerprint from idempotency_key where key = ${key}`.execute(db)
  const other = newKey()
  await send({ name: 'a', password: 'Secret-two-2!' }, { key: other })
  const { rows: rest } = await sql<{ fingerprint: string }>`select fingerprint from idempotency_key where key = ${other}`.execute(db)
  expect(rest).toEqual(rows)
})

it('a route whose response contains a secret must not accept keys', async () => {
  const bare = await createApp({ log: recordingLogger().log, ...testTokens, checks: {} })
  await bare.register(idempotency, { db })
  const Token = Type.String({ description: 'secret: a bearer token' })
  const route = { ...post, schema: { ...post.schema, response: { 201: Type.Object({ Token }) } } }
  expect(() => bare.route({ ...route, handler: async () => ({ Token: 'x' }) } as never)).toThrow('post responds with secrets')
})

it('of two concurrent requests, one has the effect, and the other waits and gets the same response', async () => {
  const key = newKey()
  const gate = Promise.withResolvers<void>()
  const slow = await start({ done: () => gate.promise })
  const both = [send({ name: 'a' }, { key, to: slow }), send({ name: 'a' }, { key, to: slow })]
  // Waits until both requests have an effect that is not committed yet.
  const openEffects = sql`select from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and query like 'insert into effect%'`
  await expect.poll(async () => (await openEffects.execute(db)).rows.length, { timeout: 10_000 }).toBe(2)
  gate.resolve()
  const [one, two] = await Promise.all(both)
  expect(one?.statusCode).toBe(201)
  expect(two?.body).toBe(one?.body)
  expect([one, two].filter((response) => response?.headers['idempotency-replayed'])).toHaveLength(1)
  expect(await effects()).toEqual(['a'])
})

it('of two different concurrent requests with one key, the later one is rejected', async () => {
  const key = newKey()
  const later = await db.transaction().execute(async (trx) => {
    await sql`insert into idempotency_key (scope, key, fingerprint, status, response) values (${`${owner.id} post`}, ${key}, 'other', 201, '{}')`.execute(
      trx,
    )
    const waiting = send({ name: 'a' }, { key })
    await expect.poll(() => lockWaits(db), { timeout: 10_000 }).toBe(1)
    return { waiting }
  })
  expect((await later.waiting).json().code).toBe('idempotency-key-reused')
  expect(await effects()).toEqual([])
})

it('a request has one effect if the process is killed between the commit and the response', {
  tags: 'nightly',
  timeout: 60_000,
}, async () => {
  const key = newKey()
  const child = fileURLToPath(new URL('child.ts', import.meta.url))
  const running = spawn(process.execPath, [child, database.url, owner.id, key, 'a'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await Promise.race([once(running.stdout, 'data'), once(running, 'exit')])
  expect(String(printed)).toBe('committed\n')
  running.kill('SIGKILL')
  await once(running, 'exit')
  const again = await send({ name: 'a' }, { key })
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect(await effects()).toEqual(['a'])
})

it('a handler that fails after its commit gets the stored success response', async () => {
  const failing = await start({ committed: () => Promise.reject(new Error('The response to the commit was lost')) })
  expect((await send({ name: 'a' }, { to: failing })).statusCode).toBe(500)
  const response = await send({ name: 'b' }, { key: newKey(), to: failing })
  expect([response.statusCode, response.json().name]).toEqual([201, 'b'])
})

it('a key can be used again after 24 hours, and expired keys are purged', async () => {
  const key = newKey()
  const age = () => sql`update idempotency_key set created_at = now() - interval '25 hours'`.execute(db)
  await send({ name: 'a' }, { key })
  await age()
  const again = await send({ name: 'b' }, { key })
  expect([again.statusCode, again.json().name]).toEqual([201, 'b'])
  expect(await effects()).toEqual(['a', 'b'])
  await age()
  await send({ name: 'young' }, { key: newKey() })
  expect(await purgeKeys(db)).toBe(false)
  expect((await sql`select from idempotency_key`.execute(db)).rows).toHaveLength(1)
})

it('a form that is sent again has one effect and one file; another file with the same key is rejected', async () => {
  const key = newKey()
  const photo = png({ padding: 6_000_000 })
  const first = await sendForm({ name: 'a' }, photo, key)
  const second = await sendForm({ name: 'a' }, photo, key)
  expect(first.statusCode).toBe(201)
  expect([second.body, second.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
  const other = await sendForm({ name: 'a' }, png(), key)
  expect(other.json()).toMatchObject({ status: 422, code: 'idempotency-key-reused' })
  expect(await effects()).toEqual(['a'])
  expect(await storedFiles()).toBe(1)
})
