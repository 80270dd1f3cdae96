import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cleanUp } from '../src/housekeeping.ts'
import { openSigningKeys, rotateSigningKey } from '../src/tokens/signing-keys.ts'
import { runCommand } from './command.ts'
import { client, createIdentity, type Identity, newOwner } from './setup.ts'

const MINUTE_MS = 60_000
const LIFE_MS = 12 * 60 * MINUTE_MS

let identity: Identity
beforeEach(async () => {
  identity = await createIdentity()
})
afterEach(() => identity.close())

const in_ = (ms: number) => new Date(Date.now() + ms)
const rotate = (isLeaked = false) =>
  inTransaction(identity.db, (trx) => rotateSigningKey(trx, identity.deps.cipher, { now: new Date(), isLeaked }))
/** Starts a replica that has just read the signing keys from the database. */
const replica = async (now: () => Date = () => new Date()): Promise<App> =>
  identity.build({ now, signingKeys: await openSigningKeys(identity.db, identity.deps.cipher) })
const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
const published = async (app: App): Promise<string[]> =>
  (await app.inject({ url: '/.well-known/jwks.json' })).json().keys.map(({ kid }: { kid: string }) => kid)

it('a new key is published at once and signs a minute later, and older tokens stay valid', { tags: 'nightly' }, async () => {
  const before = await replica()
  const email = await newOwner(before)
  const old = (await client(before).signIn(email)).json().Token
  const kid = await rotate()
  // A replica that started before the rotation publishes the new key, but still signs with the old key.
  expect(await published(before)).toEqual([kid, kidOf(old)])
  expect(kidOf((await client(before).signIn(email)).json().Token)).toBe(kidOf(old))

  const later = await replica(() => in_(MINUTE_MS + 1_000))
  const fresh = (await client(later).signIn(email)).json().Token
  expect(kidOf(fresh)).toBe(kid)
  for (const token of [old, fresh]) expect((await client(later).get('/me', token)).statusCode).toBe(200)
})

it('an old key is deleted when its last token has expired', { tags: 'nightly' }, async () => {
  const app = await replica()
  const [before = ''] = await published(app)
  const kid = await rotate()
  await cleanUp(identity.db, in_(LIFE_MS))
  expect(await published(app)).toEqual([kid, before])
  await cleanUp(identity.db, in_(LIFE_MS + 2 * MINUTE_MS))
  expect(await published(app)).toEqual([kid])
})

it('a leaked key is deleted at once and is not created again at the next start', { tags: 'nightly' }, async () => {
  const before = await replica()
  const email = await newOwner(before)
  const old = (await client(before).signIn(email)).json().Token
  const kid = await rotate(true)
  const after = await replica()
  expect(await published(after)).toEqual([kid])
  expect((await client(after).get('/me', old)).statusCode).toBe(401)
  expect(kidOf((await client(after).signIn(email)).json().Token)).toBe(kid)
})

it('replicas that start together on a new database create one key', { tags: 'nightly' }, async () => {
  await identity.db.deleteFrom('signing_keys').execute()
  const apps = await Promise.all([replica(), replica(), replica()])
  const kids = await Promise.all(apps.map(published))
  expect(kids[0]).toHaveLength(1)
  expect(kids).toEqual([kids[0], kids[0], kids[0]])
})

it('the command creates a key, and deletes the older keys with --leaked', { tags: 'nightly', timeout: 60_000 }, async () => {
  const [first = ''] = await published(await replica())
  const env = { DATABASE_URL: identity.url, IDENTITY_KEY: identity.identityKey }
  const made = await runCommand('rotate-signing-key.ts', [], env)
  expect(made).toEqual({ code: 0, printed: expect.stringMatching(/^\S+ signs new tokens in a minute\n$/) })
  const [second = ''] = made.printed.split(' ')
  expect(await published(await replica())).toEqual([second, first])

  const replaced = await runCommand('rotate-signing-key.ts', ['--leaked'], env)
  expect(replaced).toEqual({ code: 0, printed: expect.stringContaining('signs new tokens from now on. Restart every process') })
  expect(await published(await replica())).toEqual([replaced.printed.split(' ')[0]])

  const withoutKey = await runCommand('rotate-signing-key.ts', [], { DATABASE_URL: identity.url })
  expect(withoutKey).toEqual({ code: 1, printed: expect.stringContaining('IDENTITY_KEY') })
})
