import type { App } from '@app/chassis/http/app.ts'
import { routesWithKeys, type SentRequest, sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailCodes } from '../src/resets/mail-codes.ts'
import { mailedCode, mailedToken } from './mail/requested.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, PASSWORD } from './setup.ts'

let identity: Identity
let app: App
beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const post = (url: string, payload: object): SentRequest => ({ method: 'POST', url, payload })

const requests: Record<string, () => Promise<SentRequest>> = {
  signUp: async () => post('/user', { username: 'Ada', email: newEmail(), password: PASSWORD }),
  requestReset: async () => post('/reset-password', { email: await newOwner(app) }),
  async verifyEmail() {
    return post('/verify-email', { token: await mailedToken(identity, await newOwner(app)) })
  },
  async sendVerification() {
    const { Token } = (await client(app).signIn(await newOwner(app))).json()
    return { ...post('/verify-email/send', {}), headers: { authorization: `Bearer ${Token}` } }
  },
  async resetPassword() {
    const email = await newOwner(app)
    await client(app).post('/reset-password', { email })
    await mailCodes(identity.deps)
    return post(`/reset-password/${await mailedCode(identity, email)}`, { email, password: 'Another-horse-2!' })
  },
}

const events = async (): Promise<number> => (await identity.db.selectFrom('outbox').select('id').execute()).length

test('every route that accepts idempotency keys is tested', () => {
  expect(Object.keys(requests).sort()).toEqual(routesWithKeys('identity').sort())
})

test.each(Object.entries(requests))('%s has one effect when it is sent again with its idempotency key', async (id, make) => {
  const request = await make()
  const before = await events()
  const { answers, replayed } = await sendThreeTimes(app, request)
  // For a reset request, this worker adds the event.
  await mailCodes(identity.deps)
  expect(answers).toEqual([expect.stringMatching(/^20[01] /)])
  expect(replayed).toBe(2)
  // A password reset adds two events: a new password and a confirmed email address.
  expect(await events()).toBe(before + (id === 'resetPassword' ? 2 : 1))
})

test('a repeated reset request gets the same response for an unknown email address', async () => {
  const { answers, replayed } = await sendThreeTimes(app, post('/reset-password', { email: newEmail() }))
  expect([answers.length, replayed]).toEqual([1, 2])
})

test('the stored idempotency key contains no email address or password', async () => {
  const storedKeys = async () =>
    (await sql<{ row: string }>`select idempotency_key::text as row from idempotency_key`.execute(identity.db)).rows
  const before = (await storedKeys()).length
  const email = newEmail()
  await sendThreeTimes(app, post('/user', { username: 'Ada', email, password: PASSWORD }))
  const rows = (await storedKeys()).map(({ row }) => row)
  expect(rows).toHaveLength(before + 1)
  expect(rows.join()).not.toContain(email)
  expect(rows.join()).not.toContain(PASSWORD)
})
