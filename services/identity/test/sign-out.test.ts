import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { claimsOf } from '@app/chassis/testing/people.ts'
import { TokensEnded } from '@app/contracts/events/identity.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp } from '../src/housekeeping.ts'
import { client, createIdentity, type Identity, newOwner } from './setup.ts'

let identity: Identity
let app: App

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const tokenOf = async (email: string, at: App = app): Promise<string> => (await client(at).signIn(email)).json().Token
const post = (url: string, token: string, at: App = app) =>
  at.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` } })
const works = async (token: string) => (await client(app).get('/me', token)).statusCode === 200
const endedSessions = async (at: App = app) =>
  (await at.inject({ url: '/internal/ended-sessions' })).json<{ tokenId: string; expiresAt: number }[]>()

it('a sign-out revokes only its token and publishes an event with its id', async () => {
  const email = await newOwner(app)
  const [ends, stays] = [await tokenOf(email), await tokenOf(email)]
  expect((await post('/sign-out', ends)).json()).toEqual({ message: 'Signed out successfully!' })
  expect([await works(ends), await works(stays)]).toEqual([false, true])
  const { sub: userId, jti: tokenId, exp: expiresAt } = claimsOf(ends)
  const events = (await outboxOf(identity.db as never, TokensEnded)).filter(({ data }) => data.userId === userId)
  expect(events.map(({ data }) => data)).toEqual([{ userId, session: { tokenId, expiresAt } }])
  expect(await endedSessions()).toContainEqual({ tokenId, expiresAt })
  expect((await post('/sign-out', ends)).statusCode).toBe(401)
})

it('concurrent sign-outs with the same token publish one event', async () => {
  const token = await tokenOf(await newOwner(app))
  const statuses = (await Promise.all([1, 2, 3].map(() => post('/sign-out', token)))).map((reply) => reply.statusCode)
  expect(statuses).toContain(200)
  const events = (await outboxOf(identity.db as never, TokensEnded)).filter(({ data }) => data.userId === claimsOf(token).sub)
  expect(events).toHaveLength(1)
})

it('a sign-out everywhere revokes all tokens of the user, but not the next one', async () => {
  const email = await newOwner(app)
  const tokens = [await tokenOf(email), await tokenOf(email)]
  const other = await tokenOf(await newOwner(app))
  expect((await post('/sign-out/everywhere', tokens[0] ?? '')).json()).toEqual({ message: 'Signed out everywhere successfully!' })
  expect(await Promise.all([...tokens, other].map(works))).toEqual([false, false, true])
  expect(await works(await tokenOf(email))).toBe(true)
  const { sub: userId } = claimsOf(tokens[0] ?? '')
  const [event] = (await outboxOf(identity.db as never, TokensEnded)).filter(({ data }) => data.userId === userId)
  const revocations = (await app.inject({ url: '/internal/revocations' })).json()
  expect(revocations).toContainEqual({ userId, tokensInvalidBefore: event?.data.tokensInvalidBefore })
})

it('revokes all tokens of a user who signs out very often, which bounds the list of ended sessions', { tags: 'nightly' }, async () => {
  const email = await newOwner(app)
  for (let i = 0; i < 20; i++) await post('/sign-out', await tokenOf(email))
  const [last, other] = [await tokenOf(email), await tokenOf(email)]
  expect((await post('/sign-out', last)).statusCode).toBe(200)
  expect([await works(last), await works(other)]).toEqual([false, false])
  const { sub } = claimsOf(last)
  expect(await identity.db.selectFrom('ended_sessions').select('token_id').where('user_id', '=', sub).execute()).toHaveLength(20)
})

it('an ended session is deleted when its token expires', async () => {
  await post('/sign-out', await tokenOf(await newOwner(app)))
  const later = new Date(Date.now() + 12 * 3_600_000 + 5_000)
  expect(await endedSessions()).not.toEqual([])
  expect(await endedSessions(await identity.build({ now: () => later }))).toEqual([])
  await cleanUp(identity.db, later)
  expect(await identity.db.selectFrom('ended_sessions').select('token_id').execute()).toEqual([])
})

it('requests for the lists of revoked tokens are not logged', async () => {
  const before = identity.lines.length
  await endedSessions()
  await app.inject({ url: '/internal/revocations' })
  await works(await tokenOf(await newOwner(app)))
  const routes = () => identity.lines.slice(before).map((line) => JSON.parse(line).route)
  await expect.poll(routes).toContain('/me')
  expect(routes().filter((route) => route?.startsWith('/internal/'))).toEqual([])
})
