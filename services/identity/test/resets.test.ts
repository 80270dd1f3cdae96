import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PasswordChanged, PasswordResetRequested } from '@app/contracts/events/identity.ts'
import { RESET_CODE_ALPHABET } from '@app/contracts/rules/reset-code.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../src/housekeeping.ts'
import { limitsOf } from '../src/limits/limits.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, PASSWORD } from './setup.ts'

const NEW_PASSWORD = 'Another-horse-2!'
const REFUSED = 'This code is not valid or has expired. Please request a new one.'

let identity: Identity
let app: App

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const requestsFor = async (email: string) =>
  (await outboxOf(identity.db as never, PasswordResetRequested)).filter((event) => event.data.email === email)

/** Asks for a code and takes it out of the event, the only place it travels in. */
async function newCode(email: string, at: App = app): Promise<string> {
  expect((await client(at).post('/reset-password', { email })).statusCode).toBe(200)
  return (await requestsFor(email)).at(-1)?.data.code ?? ''
}

const reset = (code: string, body: object = {}, at: App = app) =>
  client(at).post(`/reset-password/${code}`, { password: NEW_PASSWORD, ...body })

/** A code of the right shape that is not this one. */
const wrong = (code: string): string => (code.startsWith('A') ? 'C' : 'A') + code.slice(1)

describe('asking for a code', () => {
  it('mails one of five characters without look-alikes', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    expect(code).toMatch(new RegExp(`^[${RESET_CODE_ALPHABET}]{5}$`))
    const [event] = await requestsFor(email)
    const life = Date.parse(event?.data.expiresAt ?? '') - Date.now()
    expect(life).toBeGreaterThan(14 * 60_000)
    expect(life).toBeLessThanOrEqual(15 * 60_000)
  })

  it('answers the same, in about the same time, for an unknown address, and mails nothing', async () => {
    const timed = async (email: string) => {
      const started = performance.now()
      const reply = await client(app).post('/reset-password', { email })
      return { reply, ms: performance.now() - started }
    }
    const [known, unknown] = [await newOwner(app), newEmail()]
    const [first, second] = [await timed(known), await timed(unknown)]
    for (const { reply, ms } of [first, second]) {
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({ message: 'Reset email sent successfully' })
      expect(ms).toBeGreaterThan(140)
    }
    expect(await requestsFor(unknown)).toHaveLength(0)
  })

  it.each([
    ['', 'Please enter your email'],
    ['nobody', 'Please enter a valid email address'],
  ])('refuses "%s"', async (email, message) => {
    expect((await client(app).post('/reset-password', { email })).json()).toMatchObject({ status: 422, message })
  })

  it('keeps no code and logs none', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    await reset(wrong(code))
    await reset(code, { email })
    const rows = await identity.db.selectFrom('reset_codes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    const logged = identity.lines.join('\n')
    expect(logged).toContain('/reset-password/:code')
    for (const secret of [code, wrong(code), NEW_PASSWORD, PASSWORD]) expect(logged).not.toContain(secret)
  })

  it('limits mails to one address, whoever asks', async () => {
    const limits = limitsOf({ NODE_ENV: 'production' })
    const strict = await identity.build({ limits })
    for (const email of [await newOwner(app), newEmail()]) {
      const ask = () => client(strict).post('/reset-password', { email })
      for (let i = 0; i < limits.resetMails.count; i++) expect((await ask()).statusCode).toBe(200)
      expect((await ask()).statusCode).toBe(429)
    }
  })
})

describe('setting a new password', () => {
  it('works once, without regard to case, and says so in an event', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    const reply = await reset(code.toLowerCase())
    expect(reply.json()).toEqual({ message: 'Password reset successful!' })
    expect((await client(app).signIn(email)).statusCode).toBe(401)
    expect((await client(app).signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
    expect((await reset(code)).json()).toMatchObject({ status: 422, message: REFUSED })
    const changed = (await outboxOf(identity.db as never, PasswordChanged)).filter((event) => event.data.email === email)
    expect(changed).toHaveLength(1)
  })

  it('ends the delay that wrong passwords from the same client brought', async () => {
    const limits = { ...limitsOf({ NODE_ENV: 'development' }), freeTries: 1 }
    const impatient = client(await identity.build({ limits }))
    const email = await newOwner(app)
    await impatient.signIn(email, 'Wrong-horse-1!')
    await impatient.signIn(email, 'Wrong-horse-1!')
    expect((await impatient.signIn(email, NEW_PASSWORD)).statusCode).toBe(429)
    expect((await impatient.post(`/reset-password/${await newCode(email)}`, { password: NEW_PASSWORD, email })).statusCode).toBe(200)
    expect((await impatient.signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('happens once when the code is used many times at once', async () => {
    const code = await newCode(await newOwner(app))
    const replies = await Promise.all(Array.from({ length: 6 }, () => reset(code)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  it('ends every older token, and not the next one', async () => {
    const email = await newOwner(app)
    const { Token: old } = (await client(app).signIn(email)).json()
    expect((await client(app).get('/me', old)).statusCode).toBe(200)
    await reset(await newCode(email), { email })
    const { Token: next } = (await client(app).signIn(email, NEW_PASSWORD)).json()
    expect((await client(app).get('/me', old)).statusCode).toBe(401)
    expect((await client(app).get('/me', next)).statusCode).toBe(200)

    const user = await identity.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    const revocations = (await app.inject({ url: '/internal/revocations' })).json()
    expect(revocations).toContainEqual({ userId: user.id, tokensInvalidBefore: user.tokens_invalid_before })
    const [event] = (await outboxOf(identity.db as never, PasswordChanged)).filter(({ data }) => data.email === email)
    expect(event?.data.tokensInvalidBefore).toBe(user.tokens_invalid_before)

    const tomorrow = await identity.build({ now: () => new Date(Date.now() + 13 * 3_600_000) })
    expect((await tomorrow.inject({ url: '/internal/revocations' })).json()).toEqual([])
  })

  it('ends the token of a sign-in that lies between two resets in one second', async () => {
    const moment = new Date()
    const still = await identity.build({ now: () => moment })
    const email = await newOwner(app)
    const tokens = []
    for (const password of [NEW_PASSWORD, PASSWORD]) {
      await reset(await newCode(email, still), { email, password }, still)
      tokens.push((await client(still).signIn(email, password)).json().Token)
    }
    const statuses = await Promise.all(tokens.map(async (token) => (await client(app).get('/me', token)).statusCode))
    expect(statuses).toEqual([401, 200])
  })

  it('needs a live code', async () => {
    const email = await newOwner(app)
    const early = await identity.build({ now: () => new Date(Date.now() - 15 * 60_000 - 1_000) })
    const expired = await newCode(email, early)
    expect((await reset(expired)).json()).toMatchObject({ status: 422, message: REFUSED })
    const replaced = await newCode(email)
    const live = await newCode(email)
    expect((await reset(replaced, { email })).statusCode).toBe(422)
    expect((await reset(live, { email: newEmail() })).statusCode).toBe(422)
    expect((await reset(live, { email: await newOwner(app) })).statusCode).toBe(422)
    expect((await reset(live, { email: email.toUpperCase() })).statusCode).toBe(200)
  })

  it('leaves one code when several are asked for at once', async () => {
    const email = await newOwner(app)
    await Promise.all([1, 2, 3, 4].map(() => newCode(email)))
    const codes = (await requestsFor(email)).map((event) => event.data.code)
    const replies = []
    for (const code of codes) replies.push((await reset(code)).statusCode)
    expect(replies.sort()).toEqual([200, 422, 422, 422])
  })

  it('needs a good password, and keeps the code for the next try', async () => {
    const code = await newCode(await newOwner(app))
    const message = 'Password does not meet security requirements'
    expect((await reset(code, { password: 'weak' })).json()).toMatchObject({ status: 422, message })
    expect((await reset(code)).statusCode).toBe(200)
  })

  it.each(['ABCD', 'ABCDEF', ' ABC '])('refuses "%s", which is no code of five characters, in the words of the screen', async (code) => {
    const message = 'Please enter a valid 5-digit OTP'
    const reply = await reset(encodeURIComponent(code))
    expect(reply.json()).toMatchObject({ status: 422, message, errors: [{ field: 'code', message }] })
  })

  it('ends a code after five wrong tries for its address', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    for (let i = 0; i < 5; i++) expect((await reset(wrong(code), { email })).statusCode).toBe(422)
    expect((await reset(code, { email })).statusCode).toBe(422)
  })

  it('still takes the code after four', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    await Promise.all([1, 2, 3, 4].map(() => reset(wrong(code), { email })))
    expect((await reset(code, { email })).statusCode).toBe(200)
  })

  it('limits guessing of one client, and of all together', async () => {
    const hour = (count: number) => ({ count, seconds: 3_600 })
    const limits = { ...limitsOf({ NODE_ENV: 'production' }), resetTries: hour(3), resetTriesInTotal: hour(10) }
    const clock = new Date(Date.now() + 86_400_000)
    const guarded = await identity.build({ limits, now: () => clock })
    const guesser = client(guarded)
    const guess = (by: typeof guesser) => by.post('/reset-password/AAAAA', { password: NEW_PASSWORD, email: newEmail() })
    const codes = []
    for (let i = 0; i < 4; i++) codes.push((await guess(guesser)).statusCode)
    expect(codes).toEqual([422, 422, 422, 429])
    codes.length = 0
    for (let i = 0; i < 8; i++) codes.push((await guess(client(guarded))).statusCode)
    expect(codes).toEqual([422, 422, 422, 422, 422, 422, 422, 429])
    await cleanUp(identity.db, new Date(clock.getTime() + 86_400_000))
  })

  it('counts a try without an address once for each live code, and keeps nobody out who names one', async () => {
    const limits = { ...limitsOf({ NODE_ENV: 'production' }), resetTriesInTotal: { count: 6, seconds: 3_600 } }
    const guarded = await identity.build({ limits })
    await identity.db.deleteFrom('reset_codes').execute()
    await identity.db.deleteFrom('rate_limits').execute()
    const owners = [await newOwner(app), await newOwner(app), await newOwner(app)]
    const codes = []
    for (const email of owners) codes.push(await newCode(email))
    const [first = '', second = '', third = ''] = codes
    expect((await reset(wrong(first), {}, guarded)).statusCode).toBe(422)
    expect((await reset(third, {}, guarded)).statusCode).toBe(200)
    expect((await reset(first, {}, guarded)).statusCode).toBe(429)
    expect((await reset(second, { email: owners[1] }, guarded)).statusCode).toBe(200)
  })
})

it('housekeeping removes what has expired, and nothing else', async () => {
  const email = await newOwner(app)
  const code = await newCode(email)
  await cleanUp(identity.db, new Date())
  expect((await reset(code)).statusCode).toBe(200)
  await newCode(email)
  await client(app).signIn(email)
  await cleanUp(identity.db, new Date(Date.now() + 3 * 86_400_000))
  for (const table of ['reset_codes', 'rate_limits', 'sign_in_failures'] as const) {
    expect(await identity.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})
