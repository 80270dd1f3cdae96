import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import { RESET_CODE_ALPHABET } from '@app/contracts/rules/reset-code.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../src/housekeeping.ts'
import { limitsOf } from '../src/limits/limits.ts'
import { mailCodes } from '../src/resets/mail-codes.ts'
import { mailedCode, requestedFor, userOf } from './mail/requested.ts'
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

const requestsFor = (email: string) => requestedFor(identity, 'reset-code', email)
const passwordChangesOf = async (email: string) => {
  const { id } = await userOf(identity, email)
  return (await outboxOf(identity.db as never, PasswordChanged)).filter(({ data }) => data.userId === id)
}

async function newCode(email: string, { by = client(app), now = () => new Date() } = {}): Promise<string> {
  expect((await by.post('/reset-password', { email })).statusCode).toBe(200)
  await mailCodes({ ...identity.deps, now })
  return mailedCode(identity, email, now)
}

const reset = (code: string, body: object, by = client(app)) => by.post(`/reset-password/${code}`, { password: NEW_PASSWORD, ...body })

const wrong = (code: string): string => (code.startsWith('A') ? 'C' : 'A') + code.slice(1)

describe('a request for a code', () => {
  it('sends a code of five characters that do not look alike', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    expect(code).toMatch(new RegExp(`^[${RESET_CODE_ALPHABET}]{5}$`))
    const [row] = await identity.db.selectFrom('reset_codes').select('expires_at').execute()
    const life = Date.parse(row?.expires_at ?? '') - Date.now()
    expect(life).toBeGreaterThan(14 * 60_000)
    expect(life).toBeLessThanOrEqual(15 * 60_000)
  })

  it('gets the same response for an unknown email address, and sends nothing', async () => {
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
  ])('is rejected for "%s"', async (email, message) => {
    expect((await client(app).post('/reset-password', { email })).json()).toMatchObject({ status: 422, message })
  })

  it('neither stores nor logs the code', async () => {
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
  it('works once per code, regardless of case, and publishes an event', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    const reply = await reset(code.toLowerCase(), { email })
    expect(reply.json()).toEqual({ message: 'Password reset successful!' })
    expect((await client(app).signIn(email)).statusCode).toBe(401)
    expect((await client(app).signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
    expect((await reset(code, { email })).json()).toMatchObject({ status: 422, message: REFUSED })
    expect(await passwordChangesOf(email)).toHaveLength(1)
  })

  it('ends the delay after wrong passwords from the same client', async () => {
    const limits = { ...limitsOf({ NODE_ENV: 'development' }), freeTries: 1 }
    const by = client(await identity.build({ limits }))
    const email = await newOwner(app)
    await by.signIn(email, 'Wrong-horse-1!')
    await by.signIn(email, 'Wrong-horse-1!')
    expect((await by.signIn(email, NEW_PASSWORD)).statusCode).toBe(429)
    expect((await by.post(`/reset-password/${await newCode(email)}`, { password: NEW_PASSWORD, email })).statusCode).toBe(200)
    expect((await by.signIn(email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('succeeds once when the code is used in concurrent requests', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => reset(code, { email })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 422, 422, 422, 422])
  })

  it('revokes all older tokens, but not the next one', async () => {
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
    const [event] = await passwordChangesOf(email)
    expect(event?.data).toEqual({ userId: user.id, role: 'owner', tokensInvalidBefore: user.tokens_invalid_before })

    const tomorrow = await identity.build({ now: () => new Date(Date.now() + 13 * 3_600_000) })
    expect((await tomorrow.inject({ url: '/internal/revocations' })).json()).toEqual([])
  })

  it('revokes the token of a sign-in between two resets in the same second', async () => {
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

  it('requires a valid code and the email address of its account', async () => {
    const email = await newOwner(app)
    const expired = await newCode(email, { now: () => new Date(Date.now() - 15 * 60_000 - 1_000) })
    expect((await reset(expired, { email })).json()).toMatchObject({ status: 422, message: REFUSED })
    const live = await newCode(email)
    expect((await reset(live, { email: newEmail() })).statusCode).toBe(422)
    expect((await reset(live, { email: await newOwner(app) })).statusCode).toBe(422)
    expect((await reset(live, { email: email.toUpperCase() })).statusCode).toBe(200)
  })

  it('requires no email address from the client that requested the code, but from other clients', async () => {
    const by = client(app)
    const [email, other] = [await newOwner(app), await newOwner(app)]
    const [code, otherCode] = [await newCode(email, { by }), await newCode(other, { by })]
    expect((await reset(code, {})).json()).toMatchObject({ status: 422, message: REFUSED })
    expect((await reset(code, {}, by)).statusCode).toBe(200)
    expect((await reset(otherCode, {}, by)).statusCode).toBe(200)
  })

  it('accepts a code that was sent several times until the expiry in the latest email', async () => {
    const email = await newOwner(app)
    const minutes = (count: number) => () => new Date(Date.now() + count * 60_000)
    const code = await newCode(email)
    const codes = await Promise.all([1, 2, 3].map(() => newCode(email, { now: minutes(9) })))
    expect(codes).toEqual([code, code, code])
    expect(new Set((await requestsFor(email)).map(({ about }) => about)).size).toBe(1)
    const late = client(await identity.build({ now: minutes(20) }))
    expect((await reset(code, { email }, late)).statusCode).toBe(200)
  })

  it('accepts only the new code after the old one was replaced', async () => {
    const email = await newOwner(app)
    const now = () => new Date(Date.now() + 11 * 60_000)
    const [replaced, live] = [await newCode(email), await newCode(email, { now })]
    const late = await identity.build({ now })
    expect((await reset(replaced, { email }, client(late))).statusCode).toBe(422)
    expect((await reset(live, { email }, client(late))).statusCode).toBe(200)
  })

  it('rejects a code whose expiry is too late because the clock was set back', async () => {
    const email = await newOwner(app)
    const ahead = await newCode(email, { now: () => new Date(Date.now() + 3_600_000) })
    expect((await reset(ahead, { email })).statusCode).toBe(422)
    expect((await reset(await newCode(email), { email })).statusCode).toBe(200)
  })

  it('rejects a weak password without using up the code', async () => {
    const email = await newOwner(app)
    const code = await newCode(email)
    const message = 'Password does not meet security requirements'
    expect((await reset(code, { email, password: 'weak' })).json()).toMatchObject({ status: 422, message })
    expect((await reset(code, { email, password: 'Welcome1!' })).json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] })
    expect((await reset(code, { email })).statusCode).toBe(200)
  })

  it.each(['ABCD', 'ABCDEF', ' ABC '])(
    'rejects "%s", which does not have five characters, with the message of the screen',
    async (code) => {
      const message = 'Please enter a valid 5-digit OTP'
      const reply = await reset(encodeURIComponent(code), {})
      expect(reply.json()).toMatchObject({ status: 422, message, errors: [{ field: 'code', message }] })
    },
  )
})

it('housekeeping deletes only expired rows', async () => {
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
