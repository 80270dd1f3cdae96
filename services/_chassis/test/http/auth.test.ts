import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createApp } from '@app/chassis/http/app.ts'
import { callerOf, type IsRevoked } from '@app/chassis/http/auth.ts'
import { person, signTestToken, testKeys } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import type { FastifyRequest } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'

async function startApp(isRevoked: IsRevoked = () => false) {
  const app = await createApp({ log: recordingLogger().log, keys: testKeys, checks: {}, isRevoked })
  const handler = async (request: FastifyRequest) => ({ id: callerOf(request).id })
  app.get('/mine', { config: { access: 'owner' } }, handler)
  app.get('/all', { config: { access: 'admin' } }, handler)
  const ask = (token: string, url = '/mine') => app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return { app, ask }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString())

function take(token: string) {
  const [header = '', claims = '', signature = ''] = token.split('.')
  return { header, claims, signature }
}

const { privateKey: otherKey } = generateKeyPairSync('ed25519')
const signedByOtherKey = (header: string, claims: string): string =>
  `${header}.${claims}.${sign(null, Buffer.from(`${header}.${claims}`), otherKey).toString('base64url')}`

afterEach(() => {
  vi.useRealTimers()
})

it('a token gives access to the routes of its role, repeatedly', async () => {
  const { ask } = await startApp()
  const id = crypto.randomUUID()
  const token = signTestToken({ id })
  for (let i = 0; i < 3; i++) {
    const response = await ask(token)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ id })
  }
  expect((await ask(token, '/all')).statusCode).toBe(403)
  expect((await ask(signTestToken({ role: 'admin' }), '/all')).statusCode).toBe(200)
})

it.each<[string, () => string | Promise<string>]>([
  ['an empty token', () => ''],
  ['text that is not a token', () => 'abc'],
  ['an expired token', () => signTestToken({ expiresIn: -1 })],
  [
    'a token with changed claims',
    () => {
      const { header, claims, signature } = take(signTestToken())
      return `${header}.${encode({ ...decode(claims), sub: crypto.randomUUID() })}.${signature}`
    },
  ],
  [
    'a token without a signature',
    () => {
      const { header, claims } = take(signTestToken())
      return `${encode({ ...decode(header), alg: 'none' })}.${claims}.`
    },
  ],
  [
    'a token signed with the public key as a shared secret',
    async () => {
      const { header, claims } = take(signTestToken())
      const body = `${encode({ ...decode(header), alg: 'HS256' })}.${claims}`
      return `${body}.${createHmac('sha256', await testKeys.publicKey('test'))
        .update(body)
        .digest('base64url')}`
    },
  ],
  [
    'a token signed with another key',
    () => {
      const { header, claims } = take(signTestToken())
      return signedByOtherKey(header, claims)
    },
  ],
  [
    'a token that names an unknown key',
    () => {
      const { header, claims } = take(signTestToken())
      return signedByOtherKey(encode({ ...decode(header), kid: 'other' }), claims)
    },
  ],
])('%s is rejected, also after a valid token was accepted', async (_what, forge) => {
  const { ask } = await startApp()
  expect((await ask(signTestToken())).statusCode).toBe(200)
  const response = await ask(await forge())
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'not-signed-in', message: 'Session expired. Please log in again' })
  const ofAdmins = await ask(await forge(), '/all')
  expect(ofAdmins.statusCode).toBe(401)
  expect(ofAdmins.json()).toMatchObject({ code: 'not-signed-in', message: 'Session expired. Please log in again.' })
})

it('a token that was accepted before is rejected after it expires', async () => {
  const { ask } = await startApp()
  const token = signTestToken({ expiresIn: 60 })
  expect((await ask(token)).statusCode).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect((await ask(token)).statusCode).toBe(401)
})

it('a token that was accepted before is rejected after it is revoked', async () => {
  const revoked = new Set<string>()
  const { ask } = await startApp(({ sub }) => revoked.has(sub))
  const id = crypto.randomUUID()
  const token = signTestToken({ id })
  expect((await ask(token)).statusCode).toBe(200)
  revoked.add(id)
  expect((await ask(token)).statusCode).toBe(401)
})

it('registering a route without an access rule fails', async () => {
  const { app } = await startApp()
  expect(() => app.get('/open', async () => ({}))).toThrow('has no access rule')
  expect((await app.inject({ url: '/all', headers: person('owner').headers })).statusCode).toBe(403)
})
