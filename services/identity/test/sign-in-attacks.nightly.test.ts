import type { App } from '@app/chassis/http/app.ts'
import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { putAdmin } from '../src/admins/put-admin.ts'
import { limitsOf } from '../src/limits/limits.ts'
import { isCommonPassword } from '../src/passwords/common-passwords.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, PASSWORD } from './setup.ts'

const limits = limitsOf({ NODE_ENV: 'production' })

/** Fast replacement for password hashing, because these tests only count attempts. */
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
}

let identity: Identity
let open: App
let strict: App
let clock: Date

beforeAll(async () => {
  identity = await createIdentity()
  open = await identity.build({ passwords })
  strict = await identity.build({ limits, passwords, now: () => clock })
})
afterAll(() => identity.close())
beforeEach(() => {
  clock = new Date()
})

const attackers = (count: number) => Array.from({ length: count }, () => client(strict))
const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

it('only five of 20 concurrent attempts are checked', async () => {
  const email = await newOwner(open)
  const by = client(strict)
  const replies = await Promise.all(Array.from({ length: 20 }, () => by.signIn(email, 'Wrong-horse-1!')))
  const statuses = replies.map((reply) => reply.statusCode)
  expect(count(statuses, 401)).toBe(limits.freeTries)
  expect(count(statuses, 429)).toBe(20 - limits.freeTries)
})

it('200 wrong passwords from 40 clients are limited together; a known client can still sign in', async () => {
  const email = newEmail()
  await putAdmin({ ...identity.deps, passwords }, { email, password: PASSWORD, by: 'operator' })
  const home = client(strict)
  expect((await home.post('/admin/login', { email, password: PASSWORD })).statusCode).toBe(200)
  const statuses: number[] = []
  const sources = attackers(40)
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(sources.map((by) => by.post('/admin/login', { email, password: 'Wrong-horse-1!' })))
    statuses.push(...replies.map((reply) => reply.statusCode))
  }
  expect(count(statuses, 401)).toBe(limits.unknownClientSignIns.count)
  expect(count(statuses, 429)).toBe(200 - limits.unknownClientSignIns.count)
  expect((await home.post('/admin/login', { email, password: PASSWORD })).statusCode).toBe(200)
  const stranger = await client(strict).post('/admin/login', { email, password: PASSWORD })
  expect(stranger.statusCode).toBe(429)
  clock = new Date(clock.getTime() + Number(stranger.headers['retry-after']) * 1000)
  expect((await client(strict).post('/admin/login', { email, password: PASSWORD })).statusCode).toBe(200)
}, 60_000)

it('attempts for an unknown email address have the same limit', async () => {
  const email = newEmail()
  const statuses: number[] = []
  for (const by of attackers(14)) {
    const replies = await Promise.all(Array.from({ length: 5 }, () => by.signIn(email)))
    statuses.push(...replies.map((reply) => reply.statusCode))
  }
  expect(count(statuses, 401)).toBe(limits.unknownClientSignIns.count)
})

it('the free attempts are not delayed, even if the clock of another replica is behind', async () => {
  const email = await newOwner(open)
  const by = client(strict)
  for (const behind of [0, 800, 400, 1_200]) {
    clock = new Date(Date.now() - behind)
    expect((await by.signIn(email, 'Wrong-horse-1!')).statusCode).toBe(401)
  }
  expect((await by.signIn(email)).statusCode).toBe(200)
})

it('correct passwords do not count', async () => {
  const email = await newOwner(open)
  for (let i = 0; i < limits.unknownClientSignIns.count + 5; i++) expect((await client(strict).signIn(email)).statusCode).toBe(200)
})

it('a clock that is set back or forward by an hour does not extend delays', async () => {
  for (const hour of [3_600_000, -3_600_000]) {
    const email = await newOwner(open)
    const by = client(strict)
    for (let i = 0; i < limits.freeTries + 1; i++) await by.signIn(email, 'Wrong-horse-1!')
    expect((await by.signIn(email)).statusCode).toBe(429)
    clock = new Date(clock.getTime() + hour)
    expect((await by.signIn(email)).statusCode).toBe(200)
    expect((await by.signUp(newEmail())).statusCode).toBe(201)
  }
})

it('the delay grows up to 15 minutes', async () => {
  const email = await newOwner(open)
  const by = client(strict)
  const waits = []
  for (let i = 0; i < limits.freeTries + 13; i++) {
    await by.signIn(email, 'Wrong-horse-1!')
    const wait = Number((await by.signIn(email, 'Wrong-horse-1!')).headers['retry-after'])
    if (i >= limits.freeTries - 1) waits.push(wait)
    if (i >= limits.freeTries - 1) clock = new Date(clock.getTime() + wait * 1000)
  }
  expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
  expect(waits.at(-1)).toBe(900)
})

it.each(['Password1!', 'P@ssw0rd!', 'Welcome1!', 'Summer2026!', '!!Qwerty123', 'Letmein!1', 'Aa123456!', 'Football#99'])(
  '%s is a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

it.each(['Correct-horse-1!', 'Another-horse-2!', 'Palmetto-1!', 'palmetto-admin-1!A', 'kV9#mT2$wQ', 'Xy7!Xy7!Zq', 'Grünkohl-&-Pinkel-4'])(
  '%s is not a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)

it.each(['!', '1', 'a', '!a', 'é'])('a password that repeats %j is checked without blocking the event loop', async (piece) => {
  const password = `a${piece.repeat(200_000 / piece.length)}`
  expect(await longestEventLoopBlock(() => isCommonPassword(password))).toBeLessThan(BLOCK_MAX_MS)
})
