import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PasswordChanged, PasswordResetRequested } from '@app/contracts/events/identity.ts'
import { RESET_CODE_ALPHABET } from '@app/contracts/rules/reset-code.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../src/housekeeping.ts'
import { limitsOf } from '../src/limits/limits.ts'
import { mailCodes } from '../src/resets/mail-codes.ts'
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
async function newCode(email: string, { by = client(app), now = () => new Date() } = {}): Promise<string> {
  expect((await by.post('/reset-password', { email })).statusCode).toBe(200)
  await mailCodes({ ...identity.deps, now })
  return (await requestsFor(email)).at(-1)?.data.code ?? ''
}

const reset = (code: string, body: object, by = client(app)) => by.post(`/reset-password/${code}`, { password: NEW_PASSWORD, ...body })

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

  it('answers the same for an unknown address, and mails nothing', async () => {
    for (const email of [await newOwner(app), newEmail()]) {
      expect((await client(app).post('/reset-password', { email })).json()).toEqual({ message: 'Reset email sent successfully' })
      await mailCodes(identity.deps)
      const isKnown = (await identity.db.selectFrom('users').select('id').where('email', '=', email).execute()).length > 0
      expect(await requestsFor(email)).toHaveLength(isKnown ? 1 : 0)
    }
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
    await reset(wrong(code), { email })
    await reset(code, { email })
    const rows = await identity.db.selectFrom('reset_codes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    const logged = identity.lines.join('\n')
    expect(logged).toContain('/reset-password/:code')
    for (const secret of [code, wrong(code), NEW_PASSWORD, PASSWORD]) expect(logged).not.toContain(secret)
  })
})

describe('setting a new password', () => {
  it('works once, without regard to case, and says so in an event', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    const reply = await reset(code.toLowerCase(), { email })
    expect(reply.json()).toEqual({ message: 'Password reset successful!' })
    expect((await client(app).signIn(email)).statusCode).toBe(401)
    expect((await client(app).signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
    expect((await reset(code, { email })).json()).toMatchObject({ status: 422, message: REFUSED })
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
    const email = await newOwner(app)
    const code = await newCode(email)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => reset(code, { email })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 422, 422, 422, 422])
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
      await reset(await newCode(email, { now: () => moment }), { email, password }, client(still))
      tokens.push((await client(still).signIn(email, password)).json().Token)
    }
    const statuses = await Promise.all(tokens.map(async (token) => (await client(app).get('/me', token)).statusCode))
    expect(statuses).toEqual([401, 200])
  })

  it('needs a live code, and the address that it is of', async () => {
    const email = await newOwner(app)
    const expired = await newCode(email, { now: () => new Date(Date.now() - 15 * 60_000 - 1_000) })
    expect((await reset(expired, { email })).json()).toMatchObject({ status: 422, message: REFUSED })
    const live = await newCode(email)
    expect((await reset(live, { email: newEmail() })).statusCode).toBe(422)
    expect((await reset(live, { email: await newOwner(app) })).statusCode).toBe(422)
    expect((await reset(live, { email: email.toUpperCase() })).statusCode).toBe(200)
  })

  it('needs no address where the code was asked for, and needs one elsewhere', async () => {
    const by = client(app)
    const [email, other] = [await newOwner(app), await newOwner(app)]
    const [code, otherCode] = [await newCode(email, { by }), await newCode(other, { by })]
    expect((await reset(code, {})).json()).toMatchObject({ status: 422, message: REFUSED })
    expect((await reset(code, {}, by)).statusCode).toBe(200)
    expect((await reset(otherCode, {}, by)).statusCode).toBe(200)
  })

  it('takes the same code from every mail that brings it, for as long as the latest says', async () => {
    const email = await newOwner(app)
    const minutes = (count: number) => () => new Date(Date.now() + count * 60_000)
    const code = await newCode(email)
    await Promise.all([1, 2, 3].map(() => newCode(email, { now: minutes(9) })))
    expect(new Set((await requestsFor(email)).map((event) => event.data.code))).toEqual(new Set([code]))
    const late = client(await identity.build({ now: minutes(20) }))
    expect((await reset(code, { email }, late)).statusCode).toBe(200)
  })

  it('takes the new code only, once an old one is replaced', async () => {
    const email = await newOwner(app)
    const now = () => new Date(Date.now() + 11 * 60_000)
    const [replaced, live] = [await newCode(email), await newCode(email, { now })]
    const late = await identity.build({ now })
    expect((await reset(replaced, { email }, client(late))).statusCode).toBe(422)
    expect((await reset(live, { email }, client(late))).statusCode).toBe(200)
  })

  it('takes no code that would live on because the clock went back', async () => {
    const email = await newOwner(app)
    const ahead = await newCode(email, { now: () => new Date(Date.now() + 3_600_000) })
    expect((await reset(ahead, { email })).statusCode).toBe(422)
    expect((await reset(await newCode(email), { email })).statusCode).toBe(200)
  })

  it('needs a good password, and keeps the code for the next try', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    const message = 'Password does not meet security requirements'
    expect((await reset(code, { email, password: 'weak' })).json()).toMatchObject({ status: 422, message })
    expect((await reset(code, { email, password: 'Welcome1!' })).json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] })
    expect((await reset(code, { email })).statusCode).toBe(200)
  })

  it.each(['ABCD', 'ABCDEF', ' ABC '])('refuses "%s", which is no code of five characters, in the words of the screen', async (code) => {
    const message = 'Please enter a valid 5-digit OTP'
    const reply = await reset(encodeURIComponent(code), {})
    expect(reply.json()).toMatchObject({ status: 422, message, errors: [{ field: 'code', message }] })
  })
})

it('housekeeping removes what has expired, and nothing else', async () => {
  const email = await newOwner(app)
  const code = await newCode(email)
  await cleanUp(identity.db, new Date())
  expect((await reset(code, { email })).statusCode).toBe(200)
  await newCode(email)
  await client(app).signIn(email)
  await cleanUp(identity.db, new Date(Date.now() + 91 * 86_400_000))
  for (const table of ['reset_codes', 'reset_requests', 'rate_limits', 'sign_in_failures', 'known_clients'] as const) {
    expect(await identity.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})
