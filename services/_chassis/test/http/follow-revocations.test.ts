import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '@app/chassis/http/app.ts'
import type { TokenClaims } from '@app/chassis/http/auth.ts'
import { followRevocations, type RevocationFollower } from '@app/chassis/http/follow-revocations.ts'
import { createRevocations } from '@app/chassis/http/revocations.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { claimsOf, signTestToken, testKeys } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { PasswordChanged, TokensEnded } from '@app/contracts/events/identity.ts'
import { afterEach, expect, it } from 'vitest'

const HOUR = 3_600
const inSeconds = () => Math.floor(Date.now() / 1000)

/** Responses of identity by path; other paths get a 404. */
let lists: Record<string, unknown> = {}
let identity: Server | undefined
let following: RevocationFollower | undefined

async function listen(port = 0): Promise<number> {
  identity = createServer((request, response) => {
    const list = lists[request.url ?? '']
    response.writeHead(list ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(list ?? {}))
  }).listen(port, '127.0.0.1')
  await once(identity, 'listening')
  return (identity.address() as AddressInfo).port
}

async function close(): Promise<void> {
  identity?.closeAllConnections()
  await new Promise((resolve) => (identity ? identity.close(resolve) : resolve(undefined)))
}

afterEach(async () => {
  await following?.stop()
  await close()
})

async function startService(port: number) {
  const bus = createBus()
  const { log } = recordingLogger()
  let reconnect = () => {}
  const transport: Transport = {
    ...busTransport(bus),
    broadcast: (subscription) => {
      reconnect = subscription.connected
      return bus.broadcast(subscription)
    },
  }
  following = await followRevocations({ name: 'tasks', jwksUrl: `http://127.0.0.1:${port}/.well-known/jwks.json`, transport, log })
  const app = await createApp({ log, keys: testKeys, checks: { revocations: following.check }, isRevoked: following.isRevoked })
  app.get('/mine', { config: { access: 'signed-in' } }, async () => ({}))
  const ask = (token: string) => app.inject({ url: '/mine', headers: { authorization: `Bearer ${token}` } })
  const publish = <E extends EventContract>({ type }: E, data: EventData<E>) => bus.publish([{ ...envelope(), type, data }])
  return { app, ask, publish, reconnect: () => reconnect() }
}

function signed() {
  const token = signTestToken()
  return { token, ...claimsOf(token) }
}

const envelope = (): Omit<EventEnvelope, 'type' | 'data'> => ({
  specversion: '1.0',
  id: crypto.randomUUID(),
  source: '/identity',
  subject: crypto.randomUUID(),
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: 'test',
  aggregateversion: 2,
})

it('a service rejects tokens that were revoked before its start or by an event', async () => {
  const [reset, signedOut, everywhere, single, other] = [signed(), signed(), signed(), signed(), signed()]
  lists = {
    '/internal/revocations': [{ userId: reset.sub, tokensInvalidBefore: inSeconds() + 1 }],
    '/internal/ended-sessions': [{ tokenId: signedOut.jti, expiresAt: inSeconds() + HOUR }],
  }
  const { ask, publish } = await startService(await listen())
  const statuses = async () =>
    (await Promise.all([reset, signedOut, everywhere, single, other].map(({ token }) => ask(token)))).map((response) => response.statusCode)
  expect(await statuses()).toEqual([401, 401, 200, 200, 200])
  await publish(TokensEnded, { userId: everywhere.sub, tokensInvalidBefore: inSeconds() + 1 })
  await publish(TokensEnded, { userId: single.sub, session: { tokenId: single.jti, expiresAt: inSeconds() + HOUR } })
  expect(await statuses()).toEqual([401, 401, 401, 401, 200])
  await publish(PasswordChanged, { userId: other.sub, role: 'owner', tokensInvalidBefore: inSeconds() + 1 })
  expect(await statuses()).toEqual([401, 401, 401, 401, 401])
})

it('a subscriber to the revocation of a token is called once, for lists and events, and not for other tokens', async () => {
  lists = { '/internal/revocations': [], '/internal/ended-sessions': [] }
  const { publish, reconnect } = await startService(await listen())
  const [out, everywhere, listed, other, left] = [signed(), signed(), signed(), signed(), signed()]
  const notified: string[] = []
  const wait = ({ sub, iat, jti }: TokenClaims) => following?.whenRevoked({ sub, iat, jti }, () => notified.push(sub))
  for (const one of [out, everywhere, listed, other]) wait(one)
  wait(left)?.()
  for (const one of [out, left]) {
    await publish(TokensEnded, { userId: one.sub, session: { tokenId: one.jti, expiresAt: inSeconds() + HOUR } })
  }
  expect(notified).toEqual([out.sub])
  await publish(TokensEnded, { userId: everywhere.sub, tokensInvalidBefore: inSeconds() + 1 })
  expect(notified).toEqual([out.sub, everywhere.sub])
  // The token `listed` was revoked while the broker was disconnected, so no event arrives for this token.
  lists['/internal/ended-sessions'] = [{ tokenId: listed.jti, expiresAt: inSeconds() + HOUR }]
  reconnect()
  await expect.poll(() => notified, { timeout: 10_000 }).toEqual([out.sub, everywhere.sub, listed.sub])
  // The callback also runs if the token was revoked before the callback was registered.
  wait(out)
  await expect.poll(() => notified, { timeout: 10_000 }).toEqual([out.sub, everywhere.sub, listed.sub, out.sub])
})

it('until the lists are loaded, a process is not ready and rejects signed-in requests with 503', { tags: 'nightly' }, async () => {
  lists = { '/internal/revocations': [], '/internal/ended-sessions': [] }
  const port = await listen()
  await close()
  const { app, ask } = await startService(port)
  const early = await ask(signTestToken())
  expect(early.statusCode).toBe(503)
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
  await listen(port)
  await expect.poll(async () => (await ask(signTestToken())).statusCode, { timeout: 10_000 }).toBe(200)
  await expect.poll(async () => (await app.inject({ url: '/readyz' })).statusCode, { timeout: 10_000 }).toBe(200)
})

it('revocations of expired tokens are removed', () => {
  let now = 1_000_000
  const revocations = createRevocations(() => now)
  revocations.endTokens([{ userId: 'a', tokensInvalidBefore: now }])
  revocations.endSessions([{ tokenId: 's', expiresAt: now + HOUR }])
  revocations.forgetExpired()
  expect(revocations.isRevoked({ sub: 'a', iat: now - 1, jti: 't' })).toBe(true)
  expect(revocations.isRevoked({ sub: 'a', iat: now, jti: 't' })).toBe(false)
  expect(revocations.isRevoked({ sub: 'b', iat: now, jti: 's' })).toBe(true)
  now += 12 * HOUR + 1
  revocations.forgetExpired()
  expect(revocations.size()).toBe(0)
})
