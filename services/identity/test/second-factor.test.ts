import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { claimsOf } from '@app/chassis/testing/people.ts'
import { TokensEnded } from '@app/contracts/events/identity.ts'
import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markOperator } from '../src/admins/mark-operator.ts'
import { putAdmin } from '../src/admins/put-admin.ts'
import { isSecondFactorRequired, readConfig } from '../src/config.ts'
import { limitsOf } from '../src/limits/limits.ts'
import { client, createIdentity, type Identity, newEmail, newKey, PASSWORD, SETTINGS } from './setup.ts'

const limits = limitsOf({ NODE_ENV: 'production' })

let identity: Identity
/** The app where admins must have a second factor, with the limits of production. */
let required: App
let optional: App
let clock: Date

beforeAll(async () => {
  identity = await createIdentity()
  const now = () => clock
  required = await identity.build({ secondFactorRequired: true, limits, now })
  optional = await identity.build({ now })
})
afterAll(() => identity.close())
beforeEach(() => {
  clock = new Date()
})

const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}
/** Returns the code that an authenticator app shows for this `otpauthUrl`. */
const shown = ({ otpauthUrl }: SecondFactorSecret, at = clock): string => URI.parse(otpauthUrl).generate({ timestamp: at.getTime() })
const wrong = (code: string): string => (code.startsWith('1') ? '2' : '1') + code.slice(1)

async function newAdmin(): Promise<string> {
  const email = newEmail()
  await putAdmin(identity.deps, { email, password: PASSWORD, by: 'operator' })
  return email
}

const enter = (email: string, code?: string, by = client(required), password: string = PASSWORD) =>
  by.post('/admin/login', { email, password, ...(code !== undefined && { code }) })

/** Creates an admin with a second factor, and advances the clock to the next time step. */
async function setUp(by = client(required)) {
  const email = await newAdmin()
  const { secondFactor } = (await enter(email, undefined, by)).json<{ secondFactor: SecondFactorSecret }>()
  const { token, recoveryCodes } = (await enter(email, shown(secondFactor), by)).json<{ token: string; recoveryCodes: string[] }>()
  later(30)
  return { email, secondFactor, token, recoveryCodes }
}

describe('if a second factor is required, an admin', () => {
  it('sets it up at the first sign-in, and gets no token before entering a code', async () => {
    const email = await newAdmin()
    const response = await enter(email)
    expect(response.json()).toMatchObject({
      status: 403,
      code: 'second-factor-to-set-up',
      secondFactor: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) },
    })
    const { secondFactor } = response.json()
    expect(secondFactor.otpauthUrl).toMatch(/^otpauth:\/\/totp\/Palmetto/)
    expect((await enter(email, wrong(shown(secondFactor)))).json()).toMatchObject({ status: 401, code: 'wrong-second-factor' })
    const done = (await enter(email, shown(secondFactor))).json()
    expect(done).toMatchObject({ message: 'Login Successful!', token: expect.any(String) })
    expect(new Set(done.recoveryCodes).size).toBe(10)
    expect((await client(required).get('/admin/admins', done.token)).json()).toContainEqual(
      expect.objectContaining({ email, hasSecondFactor: true }),
    )
  })

  it('must enter a code from then on; earlier secrets are not accepted', async () => {
    const email = await newAdmin()
    const { secondFactor: earlier } = (await enter(email)).json()
    const { secondFactor } = (await enter(email)).json()
    expect(secondFactor.secret).not.toBe(earlier.secret)
    expect((await enter(email, shown(earlier))).json()).toMatchObject({ code: 'wrong-second-factor' })
    expect((await enter(email, shown(secondFactor))).statusCode).toBe(200)
    const response = await enter(email)
    expect(response.json()).toMatchObject({ status: 401, code: 'second-factor-required' })
    expect(response.body).not.toContain(secondFactor.secret)
  })

  it('can use each code once, even in concurrent requests', async () => {
    const { email, secondFactor } = await setUp()
    const code = shown(secondFactor)
    const replies = await Promise.all([1, 2, 3].map(() => enter(email, code)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401, 401])
    expect((await enter(email, code)).statusCode).toBe(401)
    later(30)
    expect((await enter(email, shown(secondFactor))).statusCode).toBe(200)
  })

  it('can use a code of the previous or next time step, but no other', async () => {
    const { email, secondFactor } = await setUp()
    later(300)
    const at = (seconds: number) => shown(secondFactor, new Date(clock.getTime() + seconds * 1000))
    expect((await enter(email, at(-90))).statusCode).toBe(401)
    expect((await enter(email, at(90))).statusCode).toBe(401)
    expect((await enter(email, at(-30))).statusCode).toBe(200)
    expect((await enter(email, at(30))).statusCode).toBe(200)
  })

  it('can sign in after the clock was set back', async () => {
    const { email, secondFactor } = await setUp()
    later(-7_200)
    const code = shown(secondFactor)
    expect((await enter(email, code)).statusCode).toBe(200)
    expect((await enter(email, code)).statusCode).toBe(401)
  })

  it('can use each recovery code once, in any spelling; recovery codes are not stored', async () => {
    const { email, recoveryCodes } = await setUp()
    const [first = '', second = ''] = recoveryCodes
    expect((await enter(email, first.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200)
    expect((await enter(email, first)).json()).toMatchObject({ status: 401, code: 'wrong-second-factor' })
    expect((await enter(email, second)).statusCode).toBe(200)
    const rows = JSON.stringify(await identity.db.selectFrom('second_factors').select('recovery_hashes').execute())
    expect(rows).not.toContain(first.replaceAll('-', ''))
    expect(identity.lines.join('\n')).not.toContain(first)
  })

  it('gets the same error for a wrong password with a valid code, which stays unused', async () => {
    const { email, secondFactor } = await setUp()
    const reply = await enter(email, shown(secondFactor), client(required), 'Wrong-horse-1!')
    expect(reply.json()).toMatchObject({ status: 401, code: 'wrong-credentials' })
    expect((await enter(email, shown(secondFactor))).statusCode).toBe(200)
  })

  it('is protected from guesses by many clients, and can still sign in from a known client', { tags: 'nightly' }, async () => {
    const home = client(required)
    const { email, secondFactor } = await setUp(home)
    const guesses = Array.from({ length: 20 }, () => client(required))
    const replies = await Promise.all(guesses.map((by) => enter(email, wrong(shown(secondFactor)), by)))
    const statuses = replies.map((reply) => reply.statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(limits.secondFactorTries.count)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - limits.secondFactorTries.count)
    expect((await enter(email, shown(secondFactor), home)).statusCode).toBe(200)
  })

  it('cannot remove it, but the command line can, which revokes all tokens', { tags: 'nightly' }, async () => {
    const { email, secondFactor, token } = await setUp()
    const headers = { authorization: `Bearer ${token}` }
    const removal = await required.inject({
      method: 'DELETE',
      url: '/admin/second-factor',
      headers,
      payload: { code: shown(secondFactor) },
    })
    expect(removal.statusCode).toBe(409)
    const path = fileURLToPath(new URL('../src/add-admin.ts', import.meta.url))
    const child = spawn(process.execPath, [path, email, '--reset-second-factor'], { env: { DATABASE_URL: identity.url }, stdio: 'ignore' })
    expect(await once(child, 'exit')).toEqual([0, null])
    expect((await client(required).get('/me', token)).statusCode).toBe(401)
    expect((await enter(email)).json()).toMatchObject({ code: 'second-factor-to-set-up' })
  })
})

describe('an operator with a second factor', () => {
  it('can remove an admin with an unused code, but not with the password', async () => {
    const { email, secondFactor } = await setUp()
    await markOperator(identity.deps, email, true)
    later(30)
    const token: string = (await enter(email, shown(secondFactor))).json().token
    const goes = await Promise.all([newAdmin(), newAdmin()])
    const ids = await identity.db.selectFrom('users').select('id').where('email', 'in', goes).execute()
    const [first = '', second = ''] = ids.map(({ id }) => id)
    const by = client(required)
    later(30)
    const code = shown(secondFactor)
    for (const proof of [{}, { password: PASSWORD }, { code: wrong(code) }])
      expect((await by.remove(first, token, proof)).json()).toMatchObject({ status: 422, errors: [{ field: 'code' }] })
    expect((await by.remove(first, token, { code })).statusCode).toBe(200)
    expect((await by.remove(second, token, { code })).statusCode).toBe(422)
    later(30)
    expect((await by.remove(second, token, { code: shown(secondFactor) })).statusCode).toBe(200)
  })

  it('must set it up first if it is required and missing', async () => {
    const [email, goes] = [await newAdmin(), await newAdmin()]
    await markOperator(identity.deps, email, true)
    const { token } = (await enter(email, undefined, client(optional))).json()
    const { id } = await identity.db.selectFrom('users').select('id').where('email', '=', goes).executeTakeFirstOrThrow()
    const reply = await client(required).remove(id, token, { password: PASSWORD })
    expect(reply.json()).toMatchObject({ status: 409, code: 'second-factor-missing' })
  })
})

describe('if a second factor is optional, an admin', () => {
  it('can sign in without it, set it up and remove it', async () => {
    const email = await newAdmin()
    const by = client(optional)
    let { token } = (await enter(email, undefined, by)).json()
    const call = (method: 'POST' | 'PUT' | 'DELETE', payload?: object) =>
      optional.inject({ method, url: '/admin/second-factor', headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
    const secondFactor = (await call('POST')).json<SecondFactorSecret>()
    expect((await enter(email, undefined, by)).statusCode).toBe(200)
    expect((await call('PUT', { code: wrong(shown(secondFactor)) })).json()).toMatchObject({ status: 422, errors: [{ field: 'code' }] })
    const confirmed = (await call('PUT', { code: shown(secondFactor) })).json()
    expect(confirmed.recoveryCodes).toHaveLength(10)
    token = confirmed.token
    expect((await call('POST')).statusCode).toBe(409)
    expect((await call('PUT', { code: shown(secondFactor) })).statusCode).toBe(409)
    expect((await enter(email, undefined, by)).json()).toMatchObject({ code: 'second-factor-required' })

    later(30)
    expect((await call('DELETE', { code: wrong(shown(secondFactor)) })).statusCode).toBe(422)
    expect((await call('DELETE', { code: shown(secondFactor) })).statusCode).toBe(200)
    expect((await call('DELETE', { code: shown(secondFactor) })).statusCode).toBe(409)
    expect((await enter(email, undefined, by)).statusCode).toBe(200)
  })
})

describe('setting up a second factor ends all earlier tokens of the admin', () => {
  const isSignedIn = async (token: string) => (await client(optional).get('/me', token)).statusCode === 200
  /** Whether the other processes reject a token: they read the event, and the list of revoked tokens. */
  async function isRevoked(token: string): Promise<boolean> {
    const { sub, iat } = claimsOf(token)
    const events = (await outboxOf(identity.db as never, TokensEnded)).filter(({ data }) => data.userId === sub)
    const listed = (await optional.inject({ url: '/internal/revocations' })).json<{ userId: string; tokensInvalidBefore: number }[]>()
    const ends = [...events.map(({ data }) => data), ...listed.filter(({ userId }) => userId === sub)]
    return events.length > 0 && ends.some(({ tokensInvalidBefore = 0 }) => iat < tokensInvalidBefore)
  }

  it('for a signed-in admin, who gets a new token', async () => {
    const email = await newAdmin()
    const tokens: string[] = []
    for (let count = 0; count < 2; count += 1) tokens.push((await enter(email, undefined, client(optional))).json().token)
    const headers = { authorization: `Bearer ${tokens[0]}` }
    const secondFactor = (await optional.inject({ method: 'POST', url: '/admin/second-factor', headers })).json()
    const payload = { code: shown(secondFactor) }
    const { token } = (await optional.inject({ method: 'PUT', url: '/admin/second-factor', headers, payload })).json()
    for (const old of tokens) expect([await isSignedIn(old), await isRevoked(old)]).toEqual([false, true])
    expect([await isSignedIn(token), await isRevoked(token)]).toEqual([true, false])
  })

  it('at a sign-in', async () => {
    const email = await newAdmin()
    const { token: old } = (await enter(email, undefined, client(optional))).json()
    const by = client(required)
    const { secondFactor } = (await enter(email, undefined, by)).json()
    expect(await isSignedIn(old)).toBe(true)
    const { token } = (await enter(email, shown(secondFactor), by)).json()
    expect([await isSignedIn(old), await isRevoked(old)]).toEqual([false, true])
    expect([await isSignedIn(token), await isRevoked(token)]).toEqual([true, false])
  })
})

it.each([
  [{ NODE_ENV: 'production' }, true],
  [{ NODE_ENV: 'development' }, false],
  [{ NODE_ENV: 'production', ADMIN_SECOND_FACTOR: 'optional' }, false],
  [{ NODE_ENV: 'development', ADMIN_SECOND_FACTOR: 'required' }, true],
])('%j: required is %j', (env, expected) => {
  expect(isSecondFactorRequired(readConfig({ ...SETTINGS, DATABASE_URL: 'postgres://db', IDENTITY_KEY: newKey(), ...env }))).toBe(expected)
})
