import type { App } from '@app/chassis/http/app.ts'
import { routesWithKeys, type SentRequest, sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailCodes } from '../src/resets/mail-codes.ts'
import { invitationToken, mailedCode, mailedLink, mailedToken, userOf } from './mail/requested.ts'
import { client, createIdentity, type Identity, newAdmin, newEmail, newOwner, PASSWORD, signedInOwner } from './setup.ts'

let identity: Identity
let app: App
beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const post = (url: string, payload: object): SentRequest => ({ method: 'POST', url, payload })

/** Returns a request that invites an admin, and a function that sends it and returns the id of the invitation. */
async function invitation() {
  const { token } = await newAdmin(identity, app, { isOperator: true })
  const headers = { authorization: `Bearer ${token}` }
  const request = { ...post('/admin/invitations', { email: newEmail(), password: PASSWORD }), headers }
  return { request, id: async () => (await app.inject(request)).json<{ _id: string }>()._id }
}

/** Returns a signed-in owner and a request for another address. */
async function emailChange() {
  const owner = await signedInOwner(app)
  const request = {
    ...post('/me/email', { newEmail: newEmail(), password: PASSWORD }),
    headers: { authorization: `Bearer ${owner.token}` },
  }
  return { owner, request }
}

/** Returns the id of an unconfirmed owner, and headers of an admin. */
async function ownerOfAdmin() {
  const { token } = await newAdmin(identity, app)
  const { id } = await userOf(identity, await newOwner(app))
  return { id, headers: { authorization: `Bearer ${token}` } }
}

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
  async setMyName() {
    const { token } = await newAdmin(identity, app)
    return { method: 'PUT', url: '/admin/me/name', payload: { name: 'Dana Reyes' }, headers: { authorization: `Bearer ${token}` } }
  },
  async inviteAdmin() {
    return (await invitation()).request
  },
  async revokeAdminInvitation() {
    const { request, id } = await invitation()
    return { method: 'DELETE', url: `/admin/invitations/${await id()}`, headers: request.headers }
  },
  async acceptAdminInvitation() {
    const { id } = await invitation()
    return post('/admin/invitations/accept', { token: await invitationToken(identity, await id()), password: PASSWORD })
  },
  async changeEmail() {
    return (await emailChange()).request
  },
  async cancelEmailChange() {
    const { request } = await emailChange()
    await app.inject(request)
    return { method: 'DELETE', url: '/me/email', headers: request.headers }
  },
  async confirmEmailChange() {
    const { request, owner } = await emailChange()
    await app.inject(request)
    return post('/me/email/confirm', { token: (await mailedLink(identity, 'confirm-new-email', owner.id)).token })
  },
  async revertEmailChange() {
    const { request, owner } = await emailChange()
    await client(app).post('/verify-email', { token: await mailedToken(identity, owner.email) })
    await app.inject(request)
    await client(app).post('/me/email/confirm', { token: (await mailedLink(identity, 'confirm-new-email', owner.id)).token })
    return post('/me/email/revert', { token: (await mailedLink(identity, 'email-changed', owner.id)).token })
  },
  async correctEmail() {
    const { headers, id } = await ownerOfAdmin()
    return { method: 'PUT', url: `/admin/owners/${id}/email`, payload: { email: newEmail() }, headers }
  },
  async resendConfirmation() {
    const { headers, id } = await ownerOfAdmin()
    return { ...post(`/admin/owners/${id}/confirmation`, {}), headers }
  },
  async resetPassword() {
    const email = await newOwner(app)
    await client(app).post('/reset-password', { email })
    await mailCodes(identity.deps)
    return post(`/reset-password/${await mailedCode(identity, email)}`, { email, password: 'Another-horse-2!' })
  },
}

/** The requests that do not add exactly one event. A reset, for example, adds two: a new password and a confirmed email address. */
const eventsAdded: Readonly<Record<string, number>> = {
  resetPassword: 2,
  revokeAdminInvitation: 0,
  cancelEmailChange: 0,
  revertEmailChange: 2,
  correctEmail: 2,
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
  expect(await events()).toBe(before + (eventsAdded[id] ?? 1))
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
