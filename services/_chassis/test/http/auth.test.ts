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

/** The parts of a good token, to be put together otherwise. */
function take(token: string) {
  const [header = '', claims = '', signature = ''] = token.split('.')
  return { header, claims, signature }
}

const { privateKey: strangersKey } = generateKeyPairSync('ed25519')
const signedByStranger = (header: string, claims: string): string =>
  `${header}.${claims}.${sign(null, Buffer.from(`${header}.${claims}`), strangersKey).toString('base64url')}`

afterEach(() => {
  vi.useRealTimers()
})

it('a token is good for its role, again and again', async () => {
  const { ask } = await startApp()
  const id = crypto.randomUUID()
  const token = signTestToken({ id })
  for (let i = 0; i < 3; i++) {
    const answer = await ask(token)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ id })
  }
  expect((await ask(token, '/all')).statusCode).toBe(403)
  expect((await ask(signTestToken({ role: 'admin' }), '/all')).statusCode).toBe(200)
})

it.each<[string, () => string | Promise<string>]>([
  ['none', () => ''],
  ['what is no token', () => 'abc'],
  ['one that has ended', () => signTestToken({ expiresIn: -1 })],
  [
    'one whose claims were changed',
    () => {
      const { header, claims, signature } = take(signTestToken())
      return `${header}.${encode({ ...decode(claims), sub: crypto.randomUUID() })}.${signature}`
    },
  ],
  [
    'one without a signature',
    () => {
      const { header, claims } = take(signTestToken())
      return `${encode({ ...decode(header), alg: 'none' })}.${claims}.`
    },
  ],
  [
    'one signed with the public key as a shared secret',
    async () => {
      const { header, claims } = take(signTestToken())
      const body = `${encode({ ...decode(header), alg: 'HS256' })}.${claims}`
      return `${body}.${createHmac('sha256', await testKeys.publicKey('test'))
        .update(body)
        .digest('base64url')}`
    },
  ],
  [
    "one signed with a stranger's key",
    () => {
      const { header, claims } = take(signTestToken())
      return signedByStranger(header, claims)
    },
  ],
  [
    'one that names a key nobody knows',
    () => {
      const { header, claims } = take(signTestToken())
      return signedByStranger(encode({ ...decode(header), kid: 'other' }), claims)
    },
  ],
])('%s is refused, also after a good one was taken', async (_what, forge) => {
  const { ask } = await startApp()
  expect((await ask(signTestToken())).statusCode).toBe(200)
  const answer = await ask(await forge())
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ message: 'Session expired. Please log in again' })
})

it('a token that was taken before is refused when its time is over', async () => {
  const { ask } = await startApp()
  const token = signTestToken({ expiresIn: 60 })
  expect((await ask(token)).statusCode).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect((await ask(token)).statusCode).toBe(401)
})

it('a token that was taken before is refused once it is revoked', async () => {
  const revoked = new Set<string>()
  const { ask } = await startApp(({ sub }) => revoked.has(sub))
  const id = crypto.randomUUID()
  const token = signTestToken({ id })
  expect((await ask(token)).statusCode).toBe(200)
  revoked.add(id)
  expect((await ask(token)).statusCode).toBe(401)
})

it('a route without an access rule does not register', async () => {
  const { app } = await startApp()
  expect(() => app.get('/open', async () => ({}))).toThrow('has no access rule')
  expect((await app.inject({ url: '/all', headers: person('owner').headers })).statusCode).toBe(403)
})
