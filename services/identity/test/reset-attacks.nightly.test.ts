import type { App } from '@app/chassis/http/app.ts'
import { RESET_CODE_ALPHABET, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limitsOf } from '../src/limits/limits.ts'
import { mailCodes } from '../src/resets/mail-codes.ts'
import { LONGEST_CODE_LIFE_MS, RESEND_WITHIN_MS } from '../src/resets/reset-code.ts'
import { REQUESTERS_TRIES_PER_CODE, TRIES_PER_CODE } from '../src/resets/reset-tries.ts'
import { mailedCode, requestedFor } from './mail/requested.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, PASSWORD } from './setup.ts'

const NEW_PASSWORD = 'Another-horse-2!'
const limits = limitsOf({ NODE_ENV: 'production' })
const CODES = RESET_CODE_ALPHABET.length ** RESET_CODE_LENGTH

let identity: Identity
/** The app with the high rate limits of development. The tests use it for sign-ups. */
let open: App
let clock: Date
/** The app with the rate limits of production. */
let strict: App

beforeAll(async () => {
  identity = await createIdentity()
  open = await identity.build()
  strict = await identity.build({ limits, now: () => clock })
})
afterAll(() => identity.close())
beforeEach(async () => {
  clock = new Date()
  for (const table of ['rate_limits', 'reset_requests', 'reset_codes'] as const) await identity.db.deleteFrom(table).execute()
})

const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
const attackers = (count: number) => Array.from({ length: count }, () => client(strict))
const mail = () => mailCodes({ ...identity.deps, limits, now: () => clock })
const mailsTo = (email: string) => requestedFor(identity, 'reset-code', email)
const requestCode = async (email: string, by = client(strict)) => (await by.post('/reset-password', { email })).statusCode
const codeOf = (email: string) => mailedCode(identity, email, () => clock)
const attempt = async (code: string, email: string, by = client(strict)) =>
  (await by.post(`/reset-password/${code}`, { password: NEW_PASSWORD, email })).statusCode
const wrong = (code: string): string => (code.startsWith('A') ? 'C' : 'A') + code.slice(1)
const countByStatus = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].sort().map((status) => [status, statuses.filter((one) => one === status).length]))

it('600 attempts at unknown email addresses from 30 clients use up only the limits of these clients', async () => {
  const victim = await newOwner(open)
  const sources = attackers(30)
  const statuses: number[] = []
  for (let round = 0; round < 20; round++) {
    statuses.push(...(await Promise.all(sources.map((by) => attempt('AAAAA', newEmail(), by)))))
  }
  expect(countByStatus(statuses)).toEqual({ 422: 30 * limits.resetTries.count, 429: 600 - 30 * limits.resetTries.count })
  const own = client(strict)
  expect(await requestCode(victim, own)).toBe(200)
  await mail()
  expect(await attempt(await codeOf(victim), victim, own)).toBe(200)
})

it('requests by attackers prevent neither the email nor the code of the user', async () => {
  const victim = await newOwner(open)
  const own = client(strict)
  await requestCode(victim, own)
  await mail()
  const code = await codeOf(victim)
  const statuses: number[] = []
  for (const by of attackers(5)) statuses.push(...(await Promise.all(Array.from({ length: 6 }, () => requestCode(victim, by)))))
  expect(countByStatus(statuses)).toEqual({ 200: 5 * limits.resetMails.count, 429: 5 })
  for (let minute = 0; minute < 5; minute++) {
    await mail()
    later(1)
  }
  expect(await codeOf(victim)).toBe(code)
  expect((await mailsTo(victim)).length).toBeLessThanOrEqual(1 + limits.resetMails.count)
  expect(await attempt(code, victim, own)).toBe(200)
})

it('a continuing attack causes few emails, and the latest one always contains a valid code', async () => {
  const victim = await newOwner(open)
  const [first] = attackers(1)
  await requestCode(victim, first)
  await mail()
  for (let minute = 0; minute < 60; minute += 6) {
    await Promise.all(attackers(2).map((by) => requestCode(victim, by)))
    await mail()
    expect(await codeOf(victim), `after ${minute} minutes`).not.toBe('')
    later(6)
  }
  expect((await mailsTo(victim)).length).toBeLessThanOrEqual(2 * limits.resetMails.count + 1)
  expect(await attempt(await codeOf(victim), victim)).toBe(200)
})

it('a postponed email is not delayed further when the clock is set back by an hour', async () => {
  const victim = await newOwner(open)
  for (const by of attackers(limits.resetMails.count + 1)) {
    await requestCode(victim, by)
    await mail()
  }
  expect(await mailsTo(victim)).toHaveLength(limits.resetMails.count)
  later(-60)
  await mail()
  expect(await mailsTo(victim)).toHaveLength(limits.resetMails.count + 1)
})

it('a known client gets the email at once, even if many unknown clients requested one', async () => {
  const victim = newEmail()
  const home = client(strict)
  await home.signUp(victim)
  await Promise.all(attackers(12).map((by) => requestCode(victim, by)))
  await mail()
  for (const by of attackers(8)) {
    await requestCode(victim, by)
    await mail()
  }
  const before = (await mailsTo(victim)).length
  expect(before).toBe(limits.resetMails.count)
  await requestCode(victim, home)
  await mail()
  expect(await mailsTo(victim)).toHaveLength(before + 1)
})

it('attempts by attackers at a code do not use up the attempts of the client that requested it', async () => {
  const victim = await newOwner(open)
  const own = client(strict)
  await requestCode(victim, own)
  await mail()
  const code = await codeOf(victim)
  expect(countByStatus(await Promise.all(attackers(10).map((by) => attempt(wrong(code), victim, by))))).toEqual({ 422: 10 })
  // The attackers have used the five attempts that all unknown clients share, so even the correct code fails.
  expect(await attempt(code, victim)).toBe(422)
  expect(await attempt(code, victim, own)).toBe(200)
})

it('unknown clients that requested the code share their attempts, and do not block a known client', async () => {
  const victim = newEmail()
  const home = client(strict)
  await home.signUp(victim)
  const crowd = attackers(6)
  for (const by of crowd) await requestCode(victim, by)
  await mail()
  const code = await codeOf(victim)
  for (const by of crowd) await Promise.all(Array.from({ length: 5 }, () => attempt(wrong(code), victim, by)))
  const late = client(strict)
  await requestCode(victim, late)
  expect(await attempt(code, victim, late)).toBe(422)
  expect(await attempt(code, victim, home)).toBe(200)
})

it('concurrent attempts at a code are limited like sequential ones', async () => {
  const victim = await newOwner(open)
  const own = client(strict)
  await requestCode(victim, own)
  await mail()
  const code = await codeOf(victim)
  const guesses = Array.from({ length: limits.resetTries.count }, (_, i) => (i < TRIES_PER_CODE ? wrong(code) : code))
  await Promise.all(guesses.slice(0, TRIES_PER_CODE).map((guess) => attempt(guess, victim, own)))
  const rest = await Promise.all(guesses.slice(TRIES_PER_CODE).map((guess) => attempt(guess, victim, own)))
  expect(countByStatus(rest)).toEqual({ 422: rest.length })
})

it('a known client can still reset the password when unknown clients have used up their shared limit', async () => {
  const few = { ...limits, resetTriesInTotal: { count: 4, seconds: 3_600 } }
  const at = await identity.build({ limits: few, now: () => clock })
  const victim = newEmail()
  const home = client(at)
  await home.signUp(victim)
  await requestCode(victim, home)
  await mail()
  const code = await codeOf(victim)
  for (let i = 0; i < 4; i++) expect(await attempt(wrong(code), victim, client(at))).toBe(422)
  // The response to unknown clients does not depend on whether the account or a code exists.
  expect(await attempt(code, victim, client(at))).toBe(429)
  expect(await attempt(code, newEmail(), client(at))).toBe(429)
  expect(await attempt(code, victim, home)).toBe(200)
})

it('the limits of production make guessing a code of five characters impractical', () => {
  const perHour = (tries: number) => tries / CODES
  // One account: a new code is issued at most every ten minutes, and the attempts per code are limited.
  const codesAnHour = 3_600_000 / RESEND_WITHIN_MS
  const oneAccount = perHour((TRIES_PER_CODE + REQUESTERS_TRIES_PER_CODE) * codesAnHour)
  expect(oneAccount).toBeLessThan(1 / 30_000)
  // Any account: each client has its own limit, and all unknown clients share a total limit. For 30, 200 and 10,000 clients, the expected
  // values are the days until one guess is likely to succeed.
  const anyAccount = (sources: number) => perHour(Math.min(sources * limits.resetTries.count, limits.resetTriesInTotal.count))
  expect([30, 200, 10_000].map((sources) => 1 / anyAccount(sources) / 24)).toEqual([
    expect.closeTo(894, 0),
    expect.closeTo(134, 0),
    expect.closeTo(89, 0),
  ])
  // Up to 300 clients reach their own limits before the total limit, so they do not block other clients.
  expect(limits.resetTriesInTotal.count / limits.resetTries.count).toBeGreaterThanOrEqual(300)
  expect(LONGEST_CODE_LIFE_MS).toBe(25 * 60_000)
})

it('executes the same statements whether or not the email address is known or has a code', async () => {
  const statements: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(identity.db.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const watched = await identity.build({ limits, now: () => clock, db: identity.db.withPlugin(recorder) })
  const [withCode, withoutCode, unknown] = [await newOwner(open), await newOwner(open), newEmail()]
  await requestCode(withCode)
  await mail()
  const stepsOf = async (work: () => Promise<number>, status: number) => {
    statements.length = 0
    expect(await work()).toBe(status)
    return [...statements]
  }
  const addresses = [withCode, withoutCode, unknown]
  const requested = []
  for (const email of addresses) requested.push(await stepsOf(() => requestCode(email, client(watched)), 200))
  const tried = []
  for (const email of addresses) tried.push(await stepsOf(() => attempt('AAAAA', email, client(watched)), 422))
  for (const steps of [requested, tried]) {
    expect(steps[0]?.length).toBeGreaterThan(2)
    expect(steps[1]).toEqual(steps[0])
    expect(steps[2]).toEqual(steps[0])
  }
})

it('a reset makes its client known, so that attackers cannot block a user who reads the emails', async () => {
  const victim = await newOwner(open)
  const guessers = attackers(limits.unknownClientSignIns.count + 5)
  for (const by of guessers) await by.signIn(victim, 'Wrong-horse-1!')
  const own = client(strict)
  expect((await own.signIn(victim, PASSWORD)).statusCode).toBe(429)
  await requestCode(victim, own)
  await mail()
  expect(await attempt(await codeOf(victim), victim, own)).toBe(200)
  expect((await own.signIn(victim, NEW_PASSWORD)).statusCode).toBe(200)
})
