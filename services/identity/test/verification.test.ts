import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../src/housekeeping.ts'
import { limitsOf } from '../src/limits/limits.ts'
import { mailCodes } from '../src/resets/mail-codes.ts'
import { mailedCode, mailedToken, requestedFor } from './mail/requested.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, PASSWORD } from './setup.ts'

const DAY_MS = 86_400_000
const LINK_INVALID = 'This link is no longer valid. It has expired, or a newer link replaced it. Please ask for a new one.'

let identity: Identity
let app: App
beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

/** Returns the events that report a change of the user with an email address. */
const changesOf = async (email: string, change: 'registered' | 'verified') =>
  (await outboxOf(identity.db as never, UserChanged)).filter(({ data }) => data.email === email && data.change === change)
const linksFor = (email: string) => requestedFor(identity, 'verify-email', email)
const latestToken = (email: string) => mailedToken(identity, email)

const signIn = async (email: string): Promise<string> => (await client(app).signIn(email)).json().Token
const isVerified = async (email: string): Promise<boolean> => (await client(app).get('/me', await signIn(email))).json().emailVerified
const verify = (token: string, by = app) => client(by).post('/verify-email', { token })
const send = (token: string, by = app, from = `203.0.113.${Math.floor(Math.random() * 250)}`) =>
  by.inject({ method: 'POST', url: '/verify-email/send', headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from } })

describe('the link in the welcome email', () => {
  it('confirms the email address once and publishes an event', async () => {
    const email = await newOwner(app)
    expect(await isVerified(email)).toBe(false)
    const { rows } = await sql<{ expiresAt: string }>`
      select expires_at as "expiresAt" from email_verifications join users on users.id = user_id where email = ${email}`.execute(
      identity.db,
    )
    const life = Date.parse(rows[0]?.expiresAt ?? '') - Date.now()
    expect(life).toBeGreaterThan(7 * DAY_MS - 60_000)
    expect(life).toBeLessThanOrEqual(7 * DAY_MS)

    const token = await latestToken(email)
    const replies = await Promise.all([verify(token), verify(token), verify(token)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(replies.map((reply) => reply.json().alreadyVerified).sort()).toEqual([false, true, true])
    expect((await verify(token)).json()).toEqual({ message: 'Your email address is already confirmed.', alreadyVerified: true })
    expect(await isVerified(email)).toBe(true)
    // The event of the first sign-in has version 2.
    expect(await changesOf(email, 'verified')).toMatchObject([{ data: { username: 'Ada', emailVerified: true }, aggregateversion: 3 }])
  })

  it('is neither stored nor logged', async () => {
    const email = await newOwner(app)
    const token = await latestToken(email)
    await verify(token)
    const { rows } = await sql<{ row: string }>`
      select t::text as row from email_verifications t union all select t::text from users t union all select t::text from idempotency_key t`.execute(
      identity.db,
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
    expect(identity.lines.join()).not.toContain(token)
  })

  it('is rejected without any change if it is unknown, expired or replaced', async () => {
    const [expired, replaced] = [await newOwner(app), await newOwner(app)]
    const late = await identity.build({ now: () => new Date(Date.now() + 7 * DAY_MS + 1_000) })
    const oldToken = await latestToken(replaced)
    expect((await send(await signIn(replaced))).statusCode).toBe(200)
    for (const reply of [await verify('x'), await verify(''), await verify(await latestToken(expired), late), await verify(oldToken)]) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({ code: 'verification-link-invalid', message: LINK_INVALID })
    }
    expect([await isVerified(expired), await isVerified(replaced)]).toEqual([false, false])
    expect((await verify(await latestToken(replaced))).json().alreadyVerified).toBe(false)
  })

  it('is deleted after it has expired', async () => {
    const email = await newOwner(app)
    const countTokens = async () =>
      (await sql`select from email_verifications join users on users.id = user_id where email = ${email}`.execute(identity.db)).rows.length
    await cleanUp(identity.db, new Date(Date.now() + 6 * DAY_MS))
    expect(await countTokens()).toBe(1)
    await cleanUp(identity.db, new Date(Date.now() + 8 * DAY_MS))
    expect(await countTokens()).toBe(0)
  })

  it('is protected by a rate limit', async () => {
    const { post } = client(app)
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) statuses.push((await post('/verify-email', { token: `wrong ${i}` })).statusCode)
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(422))
    expect(statuses[30]).toBe(429)
  })
})

describe('a request for another link', () => {
  it('sends a link, unless the email address is confirmed', async () => {
    const email = await newOwner(app)
    const token = await signIn(email)
    const reply = await send(token)
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: `We sent a link to ${email}. It works for 7 days.`, alreadyVerified: false },
    ])
    expect(await linksFor(email)).toHaveLength(1)
    await verify(await latestToken(email))
    expect((await send(token)).json()).toEqual({ message: 'Your email address is already confirmed.', alreadyVerified: true })
    expect(await linksFor(email)).toHaveLength(1)
  })

  it('requires a signed-in owner', async () => {
    expect((await app.inject({ method: 'POST', url: '/verify-email/send' })).statusCode).toBe(401)
  })

  it('is limited to one per minute, five per hour and ten per day for a mailbox, over all replicas', { tags: 'nightly' }, async () => {
    const limits = limitsOf({ NODE_ENV: 'production' })
    const clock = { now: new Date() }
    const replicas = await Promise.all([1, 2].map(() => identity.build({ limits, now: () => clock.now })))
    const email = await newOwner(app)
    const token = await signIn(email)
    let sent = 0
    async function tryMany(): Promise<number[]> {
      const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => send(token, replicas[i % 2], `203.0.113.${i}`)))
      for (const reply of replies.filter(({ statusCode }) => statusCode === 429)) {
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
        expect(reply.json().message).toMatch(/^We sent you a link already\./)
      }
      sent += replies.filter(({ statusCode }) => statusCode === 200).length
      return replies.map(({ statusCode }) => statusCode).sort()
    }
    const later = (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000))
    expect(await tryMany()).toEqual([200, 429, 429, 429, 429, 429])
    for (let minute = 1; minute <= 8; minute++) {
      later(1)
      await tryMany()
    }
    // The hourly limit allows five requests at once, and then one every 12 minutes. So no sixth request is allowed in these 8 minutes.
    expect(sent).toBe(5)
    for (let hour = 1; hour < 5; hour++) {
      later(60)
      for (let minute = 0; minute < 5; minute++) {
        later(1)
        await tryMany()
      }
    }
    // The daily limit allows ten requests at once, and then one every 2.4 hours: two more in the five hours of this test.
    expect(sent).toBeLessThanOrEqual(12)
    expect(await linksFor(email)).toHaveLength(sent)
  })
})

describe('a password reset with the mailed code', () => {
  it('confirms the email address as well', async () => {
    const email = await newOwner(app)
    const by = client(app)
    await by.post('/reset-password', { email })
    await mailCodes(identity.deps)
    const code = await mailedCode(identity, email)
    expect((await by.post(`/reset-password/${code}`, { email, password: PASSWORD })).statusCode).toBe(200)
    expect(await isVerified(email)).toBe(true)
    expect(await changesOf(email, 'verified')).toHaveLength(1)
  })
})

describe('emails to a mailbox without a confirmed account', () => {
  const strict = limitsOf({ NODE_ENV: 'production' })
  const variants = (count: number): string[] => {
    const name = crypto.randomUUID().replaceAll('-', '')
    return Array.from({ length: count }, (_, i) => `${name.slice(0, i + 1)}.${name.slice(i + 1)}+${i}@gmail.com`)
  }

  it('are limited per mailbox, over all spellings of the email address and all clients', { tags: 'nightly' }, async () => {
    const replicas = await Promise.all([1, 2].map(() => identity.build({ limits: strict })))
    const addresses = variants(14)
    const replies = await Promise.all(addresses.map((email, i) => client(replicas[i % 2] as App).signUp(email)))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
    const refused = replies.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json().message).toBe('Too many accounts were created for this email address today. Please try again tomorrow.')
    const events = (await outboxOf(identity.db as never, UserChanged)).filter(({ data }) => addresses.includes(data.email))
    expect(events).toHaveLength(10)
    const users = await identity.db.selectFrom('users').select('id').where('email', 'in', addresses).execute()
    expect(users).toHaveLength(10)
  })

  it('are limited per client', { tags: 'nightly' }, async () => {
    const limits = { ...strict, signUps: identity.deps.limits.signUps }
    const { signUp } = client(await identity.build({ limits }))
    const statuses: number[] = []
    for (let i = 0; i < 52; i++) statuses.push((await signUp(newEmail())).statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(50)
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  it('are sent once for several sign-ups with the same email address', async () => {
    const email = newEmail()
    for (let i = 0; i < 4; i++) await client(app).signUp(email)
    expect(await changesOf(email, 'registered')).toHaveLength(1)
  })

  it('are also limited for reset codes that the client of the sign-up requests', async () => {
    const addresses = variants(4)
    for (const email of addresses) {
      const stranger = client(app)
      await stranger.signUp(email)
      for (let i = 0; i < 3; i++) {
        await stranger.post('/reset-password', { email })
        await mailCodes({ ...identity.deps, limits: strict })
      }
    }
    const mailed = await Promise.all(addresses.map((email) => requestedFor(identity, 'reset-code', email)))
    expect(mailed.flat()).toHaveLength(strict.resetMails.count)
  })
})
