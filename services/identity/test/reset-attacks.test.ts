import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PasswordResetRequested } from '@app/contracts/events/identity.ts'
import { RESET_CODE_ALPHABET, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limitsOf } from '../src/limits/limits.ts'
import { mailCodes } from '../src/resets/mail-codes.ts'
import { LONGEST_CODE_LIFE_MS, RESEND_WITHIN_MS } from '../src/resets/reset-code.ts'
import { REQUESTERS_TRIES_PER_CODE, TRIES_PER_CODE } from '../src/resets/reset-tries.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, PASSWORD } from './setup.ts'

const NEW_PASSWORD = 'Another-horse-2!'
const limits = limitsOf({ NODE_ENV: 'production' })
const CODES = RESET_CODE_ALPHABET.length ** RESET_CODE_LENGTH

let identity: Identity
/** Sign-ups without limits. */
let open: App
let clock: Date
/** What production lets through. */
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
const mailsTo = async (email: string) =>
  (await outboxOf(identity.db as never, PasswordResetRequested)).filter((event) => event.data.email === email)
const ask = async (email: string, by = client(strict)) => (await by.post('/reset-password', { email })).statusCode
const codeOf = async (email: string) => (await mailsTo(email)).at(-1)?.data.code ?? ''
const attempt = async (code: string, email: string, by = client(strict)) =>
  (await by.post(`/reset-password/${code}`, { password: NEW_PASSWORD, email })).statusCode
const wrong = (code: string): string => (code.startsWith('A') ? 'C' : 'A') + code.slice(1)
/** Returns how often each status code occurs. */
const countByStatus = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].sort().map((status) => [status, statuses.filter((one) => one === status).length]))

it('600 tries at addresses that nobody has, from 30 sources, cost those sources alone', async () => {
  const victim = await newOwner(open)
  const sources = attackers(30)
  const statuses: number[] = []
  for (let round = 0; round < 20; round++) {
    statuses.push(...(await Promise.all(sources.map((by) => attempt('AAAAA', newEmail(), by)))))
  }
  expect(countByStatus(statuses)).toEqual({ 422: 30 * limits.resetTries.count, 429: 600 - 30 * limits.resetTries.count })
  const own = client(strict)
  expect(await ask(victim, own)).toBe(200)
  await mail()
  expect(await attempt(await codeOf(victim), victim, own)).toBe(200)
})

it('requests by strangers take neither the mail nor the code from whom they are for', async () => {
  const victim = await newOwner(open)
  const own = client(strict)
  await ask(victim, own)
  await mail()
  const code = await codeOf(victim)
  const statuses: number[] = []
  for (const by of attackers(5)) statuses.push(...(await Promise.all(Array.from({ length: 6 }, () => ask(victim, by)))))
  expect(countByStatus(statuses)).toEqual({ 200: 5 * limits.resetMails.count, 429: 5 })
  for (let minute = 0; minute < 5; minute++) {
    await mail()
    later(1)
  }
  expect((await mailsTo(victim)).map((event) => event.data.code)).toEqual(expect.arrayContaining([code]))
  expect((await mailsTo(victim)).length).toBeLessThanOrEqual(1 + limits.resetMails.count)
  expect(await attempt(code, victim, own)).toBe(200)
})

it('an attack that goes on leaves a code that works in the mailbox at any time, and few mails', async () => {
  const victim = await newOwner(open)
  const [first] = attackers(1)
  await ask(victim, first)
  await mail()
  for (let minute = 0; minute < 60; minute += 6) {
    await Promise.all(attackers(2).map((by) => ask(victim, by)))
    await mail()
    const { data } = (await mailsTo(victim)).at(-1) ?? {}
    expect(Date.parse(data?.expiresAt ?? '') - clock.getTime(), `after ${minute} minutes`).toBeGreaterThan(0)
    later(6)
  }
  expect((await mailsTo(victim)).length).toBeLessThanOrEqual(2 * limits.resetMails.count + 1)
  expect(await attempt(await codeOf(victim), victim)).toBe(200)
})

it('a clock that goes back an hour keeps no mail waiting for it', async () => {
  const victim = await newOwner(open)
  for (const by of attackers(limits.resetMails.count + 1)) {
    await ask(victim, by)
    await mail()
  }
  expect(await mailsTo(victim)).toHaveLength(limits.resetMails.count)
  later(-60)
  await mail()
  expect(await mailsTo(victim)).toHaveLength(limits.resetMails.count + 1)
})

it('whoever signed in from a place before gets the mail at once, however many strangers asked', async () => {
  const victim = newEmail()
  const home = client(strict)
  await home.signUp(victim)
  await Promise.all(attackers(12).map((by) => ask(victim, by)))
  await mail()
  for (const by of attackers(8)) {
    await ask(victim, by)
    await mail()
  }
  const before = (await mailsTo(victim)).length
  expect(before).toBe(limits.resetMails.count)
  await ask(victim, home)
  await mail()
  expect(await mailsTo(victim)).toHaveLength(before + 1)
})

it('strangers who try at a code use up their own tries, not those of who asked for it', async () => {
  const victim = await newOwner(open)
  const own = client(strict)
  await ask(victim, own)
  await mail()
  const code = await codeOf(victim)
  expect(countByStatus(await Promise.all(attackers(10).map((by) => attempt(wrong(code), victim, by))))).toEqual({ 422: 10 })
  // Right, and too late: strangers have had their five.
  expect(await attempt(code, victim)).toBe(422)
  expect(await attempt(code, victim, own)).toBe(200)
})

it('many who asked for it first share their tries, and keep out nobody who signed in before', async () => {
  const victim = newEmail()
  const home = client(strict)
  await home.signUp(victim)
  const crowd = attackers(6)
  for (const by of crowd) await ask(victim, by)
  await mail()
  const code = await codeOf(victim)
  for (const by of crowd) await Promise.all(Array.from({ length: 5 }, () => attempt(wrong(code), victim, by)))
  const late = client(strict)
  await ask(victim, late)
  expect(await attempt(code, victim, late)).toBe(422)
  expect(await attempt(code, victim, home)).toBe(200)
})

it('of many tries at once at one code no more are made than one after the other', async () => {
  const victim = await newOwner(open)
  const own = client(strict)
  await ask(victim, own)
  await mail()
  const code = await codeOf(victim)
  const guesses = Array.from({ length: limits.resetTries.count }, (_, i) => (i < TRIES_PER_CODE ? wrong(code) : code))
  await Promise.all(guesses.slice(0, TRIES_PER_CODE).map((guess) => attempt(guess, victim, own)))
  const rest = await Promise.all(guesses.slice(TRIES_PER_CODE).map((guess) => attempt(guess, victim, own)))
  expect(countByStatus(rest)).toEqual({ 422: rest.length })
})

it('when strangers have used up what they share, who signed in before still resets', async () => {
  const few = { ...limits, resetTriesInTotal: { count: 4, seconds: 3_600 } }
  const at = await identity.build({ limits: few, now: () => clock })
  const victim = newEmail()
  const home = client(at)
  await home.signUp(victim)
  await ask(victim, home)
  await mail()
  const code = await codeOf(victim)
  for (let i = 0; i < 4; i++) expect(await attempt(wrong(code), victim, client(at))).toBe(422)
  // Known or not, with a code or without: strangers are all told the same.
  expect(await attempt(code, victim, client(at))).toBe(429)
  expect(await attempt(code, newEmail(), client(at))).toBe(429)
  expect(await attempt(code, victim, home)).toBe(200)
})

it('the limits of production hold the five characters', () => {
  const perHour = (tries: number) => tries / CODES
  // One account: each code takes so many tries of strangers and askers, and a new one is drawn every ten minutes at most.
  const codesAnHour = 3_600_000 / RESEND_WITHIN_MS
  const oneAccount = perHour((TRIES_PER_CODE + REQUESTERS_TRIES_PER_CODE) * codesAnHour)
  expect(oneAccount).toBeLessThan(1 / 30_000)
  // Any account: 30, 200 and 10,000 sources make as many tries as each may, but no more than all strangers may.
  const anyAccount = (sources: number) => perHour(Math.min(sources * limits.resetTries.count, limits.resetTriesInTotal.count))
  expect([30, 200, 10_000].map((sources) => 1 / anyAccount(sources) / 24)).toEqual([
    expect.closeTo(894, 0),
    expect.closeTo(134, 0),
    expect.closeTo(89, 0),
  ])
  // Up to 300 sources are held by their own limits and keep nobody else out.
  expect(limits.resetTriesInTotal.count / limits.resetTries.count).toBeGreaterThanOrEqual(300)
  expect(LONGEST_CODE_LIFE_MS).toBe(25 * 60_000)
})

it('an answer is worked out in the same steps whether or not an address is known, and whether or not it has a code', async () => {
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
  await ask(withCode)
  await mail()
  const stepsOf = async (work: () => Promise<number>, status: number) => {
    statements.length = 0
    expect(await work()).toBe(status)
    return [...statements]
  }
  const addresses = [withCode, withoutCode, unknown]
  const asked = []
  for (const email of addresses) asked.push(await stepsOf(() => ask(email, client(watched)), 200))
  const tried = []
  for (const email of addresses) tried.push(await stepsOf(() => attempt('AAAAA', email, client(watched)), 422))
  for (const steps of [asked, tried]) {
    expect(steps[0]?.length).toBeGreaterThan(2)
    expect(steps[1]).toEqual(steps[0])
    expect(steps[2]).toEqual(steps[0])
  }
})

it('a reset makes the place that it came from known, so that strangers hold nobody out who has his mail', async () => {
  const victim = await newOwner(open)
  const guests = attackers(limits.unknownClientSignIns.count + 5)
  for (const by of guests) await by.signIn(victim, 'Wrong-horse-1!')
  const own = client(strict)
  expect((await own.signIn(victim, PASSWORD)).statusCode).toBe(429)
  await ask(victim, own)
  await mail()
  expect(await attempt(await codeOf(victim), victim, own)).toBe(200)
  expect((await own.signIn(victim, NEW_PASSWORD)).statusCode).toBe(200)
})
