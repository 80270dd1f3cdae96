import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type App, createApp } from '@app/chassis/http/app.ts'
import { TOKEN_ISSUER } from '@app/chassis/http/auth.ts'
import { remoteKeySet } from '@app/chassis/http/key-set.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

interface Key {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject
}

const newKey = (kid: string): Key => ({ kid, ...generateKeyPairSync('ed25519') })
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function tokenBy({ kid, privateKey }: Key, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const body = `${encode({ alg: 'EdDSA', typ: 'JWT', kid })}.${encode({ sub: 'u1', role: 'owner', iss: TOKEN_ISSUER, iat: now, exp: now + 60, jti: 'token', ...claims })}`
  return `${body}.${sign(null, Buffer.from(body), privateKey).toString('base64url')}`
}

let identity: Server
let published: Key[]
let status: number
let fetches: number
let app: App

beforeEach(async () => {
  published = []
  status = 200
  fetches = 0
  identity = createServer((_request, response) => {
    fetches += 1
    const keys = published.map(({ kid, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' }))
    response.writeHead(status).end(JSON.stringify({ keys }))
  }).listen(0, '127.0.0.1')
  await once(identity, 'listening')
  const url = `http://127.0.0.1:${(identity.address() as AddressInfo).port}/`
  app = await createApp({ log: recordingLogger().log, keys: remoteKeySet(url), isRevoked: () => false, checks: {} })
  app.get('/who', { access: 'owner' } as object, async (request) => request.user)
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  identity.close()
})

const ask = (token: string) => app.inject({ url: '/who', headers: { authorization: `Bearer ${token}` } })

it('keys are fetched once for concurrent requests', async () => {
  const key = newKey('a')
  published = [key]
  const responses = await Promise.all(Array.from({ length: 20 }, () => ask(tokenBy(key))))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect(fetches).toBe(1)
})

it('a new key is fetched when a token names it, the replaced key is removed, and unknown key ids cause no fetches', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [before, after] = [newKey('a'), newKey('b')]
  published = [before]
  expect((await ask(tokenBy(before))).statusCode).toBe(200)

  published = [after]
  vi.setSystemTime(Date.now() + 6_000)
  expect((await ask(tokenBy(after))).statusCode).toBe(200)
  expect((await ask(tokenBy(before, { jti: 'another' }))).statusCode).toBe(401)
  for (const kid of ['c', 'd', 'e']) expect((await ask(tokenBy(newKey(kid)))).statusCode).toBe(401)
  expect(fetches).toBe(2)
})

it('a token is rejected if its key id belongs to another key, if its issuer is another, or if a claim is missing', async () => {
  const key = newKey('a')
  published = [key]
  expect((await ask(tokenBy(newKey('a')))).statusCode).toBe(401)
  expect((await ask(tokenBy(key, { iss: 'somebody' }))).statusCode).toBe(401)
  // A token without an id is rejected, because a single token can be revoked only by its id.
  expect((await ask(tokenBy(key, { jti: undefined }))).statusCode).toBe(401)
  expect((await ask(tokenBy(key, { exp: 1 }))).statusCode).toBe(401)
  expect((await ask('no.token.at-all')).statusCode).toBe(401)
})

it('while the keys cannot be fetched, requests get a 503 with Retry-After; afterwards they are served', async () => {
  const key = newKey('a')
  status = 500
  const refused = await ask(tokenBy(key))
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  status = 200
  published = [key]
  expect((await ask(tokenBy(key))).statusCode).toBe(200)
})
