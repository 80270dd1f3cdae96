import { createPublicKey, verify } from 'node:crypto'
import type { App } from '@app/chassis/http/app.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePassword } from '../src/accounts/change-password.ts'
import { userByEmail } from '../src/accounts/users.repository.ts'
import { putAdmin } from '../src/admins/put-admin.ts'
import { limitsOf } from '../src/limits/limits.ts'
import { openSigningKeys } from '../src/tokens/signing-keys.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, PASSWORD } from './setup.ts'

let identity: Identity
let app: App

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const partsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))

describe('tokens', () => {
  it('are signed with the published key and expire after 12 hours', async () => {
    const { Token } = (await client(app).signIn(await newOwner(app))).json()
    const { keys } = (await app.inject({ url: '/.well-known/jwks.json' })).json()
    const [header, claims] = partsOf(Token)
    expect(header).toMatchObject({ alg: 'EdDSA', kid: keys[0].kid })
    expect(claims).toMatchObject({ role: 'owner', iss: 'identity', exp: claims.iat + 12 * 3_600 })
    expect(Math.abs(claims.iat - Date.now() / 1000)).toBeLessThan(3)
    const at = Token.lastIndexOf('.')
    const key = createPublicKey({ key: keys[0], format: 'jwk' })
    expect(verify(null, Buffer.from(Token.slice(0, at)), key, Buffer.from(Token.slice(at + 1), 'base64url'))).toBe(true)
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })

  it('are rejected after they expired', async () => {
    const yesterday = await identity.build({ now: () => new Date(Date.now() - 12 * 3_600_000 - 5_000) })
    const { Token } = (await client(yesterday).signIn(await newOwner(app))).json()
    expect((await client(app).get('/me', Token)).statusCode).toBe(401)
  })

  it('are signed with the same key by all replicas', async () => {
    const keys = await Promise.all(
      [1, 2, 3].map(async () => (await openSigningKeys(identity.db, identity.deps.cipher)).current(new Date())),
    )
    expect(new Set(keys.map((key) => key.kid))).toEqual(new Set([(await identity.deps.signingKeys.current(new Date())).kid]))
  })
})

describe('the last sign-in', () => {
  it('of an owner is stored and published at most once an hour', async () => {
    const email = await newOwner(app)
    const start = Date.parse('2026-11-21T17:00:00.000Z')
    const signInAfter = async (minutes: number) => {
      const replica = await identity.build({ now: () => new Date(start + minutes * 60_000) })
      expect((await client(replica).signIn(email)).statusCode).toBe(200)
    }
    for (const minutes of [0, 1, 59, 60, 119]) await signInAfter(minutes)
    const user = await userByEmail(identity.db, email)
    const events = (await outboxOf(identity.db as never, UserChanged)).filter(({ subject }) => subject === user?.id)
    expect(events.slice(1).map(({ data, aggregateversion }) => ({ ...data, aggregateversion }))).toEqual(
      [17, 18].map((hour, at) => ({
        change: 'signed-in',
        userId: user?.id,
        email,
        username: 'Ada',
        role: 'owner',
        emailVerified: false,
        lastSignedInAt: `2026-11-21T${hour}:00:00Z`,
        aggregateversion: at + 2,
      })),
    )
    expect(user?.version).toBe(3)
  })

  it('is published once by concurrent sign-ins, and not after a wrong password', async () => {
    const email = await newOwner(app)
    const id = (await userByEmail(identity.db, email))?.id
    const published = async () =>
      (await outboxOf(identity.db as never, UserChanged)).filter(({ subject, data }) => subject === id && data.change === 'signed-in')
        .length
    expect((await client(app).signIn(email, 'Wrong-horse-1!')).statusCode).toBe(401)
    expect(await published()).toBe(0)
    const replies = await Promise.all([1, 2, 3].map(() => client(app).signIn(email)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await published()).toBe(1)
  })
})

describe('sign-in', () => {
  it('gets the same error for an unknown email address and a wrong password', async () => {
    const { signIn } = client(app)
    const [wrongAddress, wrongPassword] = [await signIn(newEmail()), await signIn(await newOwner(app), 'Wrong-horse-1!')]
    for (const reply of [wrongAddress, wrongPassword]) {
      expect(reply.json()).toMatchObject({ status: 401, code: 'wrong-credentials', message: 'Invalid email or password' })
    }
  })

  it('takes about as long for an unknown email address as for a wrong password', { tags: 'nightly' }, async () => {
    const known = await newOwner(app)
    const timeOf = async (email: string): Promise<number> => {
      const started = performance.now()
      await client(app).signIn(email, 'Wrong-horse-1!')
      return performance.now() - started
    }
    const times = { known: 0, unknown: 0 }
    for (let i = 0; i < 5; i++) {
      times.known += await timeOf(known)
      times.unknown += await timeOf(newEmail())
    }
    // Without a dummy hash, the request for an unknown email address would be much faster.
    expect(times.unknown).toBeGreaterThan(times.known * 0.4)
  })

  it('fails if the password is reset while it is being checked', async () => {
    const email = await newOwner(app)
    const verify = async (passwordHash: string | undefined, password: string) => {
      const matches = await identity.deps.passwords.verify(passwordHash, password)
      await identity.db.updateTable('users').set({ password_hash: 'another' }).where('email', '=', email).execute()
      return matches
    }
    const slow = await identity.build({ passwords: { ...identity.deps.passwords, verify } })
    expect((await client(slow).signIn(email)).statusCode).toBe(401)
  })

  it('waits for a concurrent reset to commit, and then fails', async () => {
    const email = await newOwner(app)
    const user = await identity.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    const late = await identity.build({ now: () => new Date(Date.now() + 5_000) })
    const signingIn = await identity.db.transaction().execute(async (trx) => {
      await changePassword(trx, { user, hashes: { password_hash: 'another' }, now: new Date() })
      const reply = client(late).signIn(email).then()
      await expect.poll(() => lockWaits(identity.db), { timeout: 5_000 }).toBe(1)
      return { reply }
    })
    expect((await signingIn.reply).statusCode).toBe(401)
  })

  it('requires both fields', async () => {
    const { signIn } = client(app)
    expect((await signIn('')).json()).toMatchObject({ status: 422, errors: [{ field: 'email' }] })
    expect((await signIn(newEmail(), '')).json()).toMatchObject({ status: 422, message: 'Please enter your password' })
  })

  it('has a separate route for each role', async () => {
    const [owner, admin] = [await newOwner(app), newEmail()]
    await putAdmin(identity.deps, { email: admin, password: PASSWORD, by: 'operator' })
    const { post, signIn, get } = client(app)
    expect((await post('/admin/login', { email: owner, password: PASSWORD })).statusCode).toBe(401)
    expect((await signIn(admin)).statusCode).toBe(401)
    expect((await signIn(owner)).json()).toMatchObject({ message: 'Login Successful' })
    const reply = (await post('/admin/login', { email: admin, password: PASSWORD })).json()
    expect(reply).toMatchObject({ message: 'Login Successful!' })
    expect((await get('/me', reply.token)).json()).toMatchObject({ role: 'admin', email: admin })
  })
})

describe('limits', () => {
  const strict = limitsOf({ NODE_ENV: 'production' })
  let clock = new Date()
  const later = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000)
  }
  let limited: App
  beforeAll(async () => {
    limited = await identity.build({ limits: strict, now: () => clock })
  })

  it('delay sign-ins after wrong passwords, longer each time, only for this email address and client', { tags: 'nightly' }, async () => {
    const [email, other] = [await newOwner(app), await newOwner(app)]
    const caller = client(limited)
    const wait = async (): Promise<number> => {
      const reply = await caller.signIn(email)
      expect(reply.statusCode).toBe(429)
      return Number(reply.headers['retry-after'])
    }
    for (let i = 0; i < strict.freeTries; i++) expect((await caller.signIn(email, 'Wrong-horse-1!')).statusCode).toBe(401)
    expect(await wait()).toBe(1)
    expect((await caller.signIn(other)).statusCode).toBe(200)
    expect((await client(limited).signIn(email)).statusCode).toBe(200)

    later(2)
    expect((await caller.signIn(email, 'Wrong-horse-1!')).statusCode).toBe(401)
    expect(await wait()).toBe(2)
    later(3)
    expect((await caller.signIn(email, 'Wrong-horse-1!')).statusCode).toBe(401)
    expect(await wait()).toBe(4)
    later(5)
    expect((await caller.signIn(email)).statusCode).toBe(200)
    expect((await caller.signIn(email, 'Wrong-horse-1!')).statusCode).toBe(401)
    expect((await caller.signIn(email)).statusCode).toBe(200)
  })

  it('limit the sign-ins of a client over all email addresses, also with concurrent requests to several replicas', {
    tags: 'nightly',
  }, async () => {
    const replica = await identity.build({ limits: strict, now: () => clock })
    const ip = '203.0.113.9'
    const tries = Array.from({ length: 60 }, (_, i) =>
      (i % 2 ? limited : replica).inject({
        method: 'POST',
        url: '/auth',
        payload: { email: newEmail(), password: PASSWORD },
        headers: { 'x-forwarded-for': ip },
      }),
    )
    const codes = (await Promise.all(tries)).map((reply) => reply.statusCode)
    expect(codes.filter((code) => code === 401)).toHaveLength(strict.signIns.count)
    expect(codes.filter((code) => code === 429)).toHaveLength(60 - strict.signIns.count)
  })

  it('limit the sign-ups of a client, which can continue after the delay', async () => {
    const { signUp } = client(limited)
    for (let i = 0; i < strict.signUps.count; i++) expect((await signUp(newEmail())).statusCode).toBe(201)
    const refused = await signUp(newEmail())
    expect(refused.statusCode).toBe(429)
    later(Number(refused.headers['retry-after']))
    expect((await signUp(newEmail())).statusCode).toBe(201)
  })

  it('allow a test suite from one IP address outside production: 100 sign-ups and 300 sign-ins a minute', { tags: 'nightly' }, async () => {
    const passwords = { hash: async (password: string) => `hash of ${password}`, verify: async () => true }
    const wide = client(await identity.build({ passwords }))
    const emails = Array.from({ length: 100 }, newEmail)
    // The sign-ups run in batches of 20, so that the database responds in time on a busy machine.
    for (let i = 0; i < emails.length; i += 20) {
      const some = emails.slice(i, i + 20)
      const signUps = await Promise.all(some.map((email) => wide.signUp(email)))
      expect(new Set(signUps.map((reply) => reply.statusCode))).toEqual(new Set([201]))
      const signIns = await Promise.all([...some, ...some, ...some].map((email) => wide.signIn(email)))
      expect(new Set(signIns.map((reply) => reply.statusCode))).toEqual(new Set([200]))
    }
  })
})
