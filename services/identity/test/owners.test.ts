import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { RecipientUnreachable } from '@app/contracts/events/tasks.ts'
import type { AuditEntry } from '@app/contracts/http/operations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { mailedLink, mailedToken } from './mail/requested.ts'
import { client, createIdentity, type Identity, newAdmin, newEmail, newOwner, signedInOwner } from './setup.ts'

let identity: Identity
let app: App
let admin: Awaited<ReturnType<typeof newAdmin>>
/** An owner whose address is not confirmed. */
let owner: Awaited<ReturnType<typeof signedInOwner>>

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
  admin = await newAdmin(identity, app, { isOperator: true })
})
afterAll(() => identity.close())
beforeEach(async () => {
  owner = await signedInOwner(app)
})

const correct = (email: string, body: object = {}, id = owner.id) =>
  client(app).putAs(admin.token, `/admin/owners/${id}/email`, { email, ...body })
const resend = (id = owner.id) => client(app).postAs(admin.token, `/admin/owners/${id}/confirmation`, {})
const verify = (token: string) => client(app).post('/verify-email', { token })
const verification = () => mailedLink(identity, 'verify-email', owner.id)
const me = async () => (await client(app).get('/me', owner.token)).json()

/** Delivers the event that an email to the owner bounced. */
async function bounce(time = new Date().toISOString()): Promise<void> {
  const fact = { _id: crypto.randomUUID(), taskId: 1, companyProfileId: crypto.randomUUID(), companyName: 'Palm Bakery', title: 'Bread' }
  const data = { ...fact, ownerId: owner.id, targetPostingDate: null, status: '5.1.1' }
  const subscription = subscriptions.find(({ event }) => event === RecipientUnreachable)
  await inTransaction(identity.db, async (trx) => subscription?.handle(trx, { ...envelope(RecipientUnreachable, data), time } as never))
}

describe('an admin corrects the address of an owner', () => {
  it('who has not confirmed it: the new one gets a link, and the earlier link no longer works', async () => {
    const [former, email] = [await mailedToken(identity, owner.email), newEmail()]
    const account = { _id: owner.id, email, emailVerified: false, bouncedAt: null, username: 'Ada' }
    expect((await correct(email, { currentEmail: owner.email })).json()).toMatchObject(account)
    expect(await me()).toMatchObject({ email, emailVerified: false })
    const [changed] = (await outboxOf(identity.db as never, UserChanged)).filter(({ data }) => data.email === email)
    expect(changed?.data).toMatchObject({ change: 'email-changed', userId: owner.id, emailVerified: false })
    expect((await mailedLink(identity, 'email-changed', owner.id)).token).toBe('')
    expect((await verify(former)).statusCode).toBe(422)
    const { to, token } = await verification()
    expect(to).toBe(email)
    expect((await verify(token)).json()).toMatchObject({ alreadyVerified: false })
    const acts = (await client(app).get('/admin/operations/identity/acts', admin.token)).json<AuditEntry[]>()
    expect(acts[0]).toMatchObject({ act: 'correct-email', actor: admin.id, subject: owner.id })
  })

  it('only if it is unconfirmed or bounced; a confirmed one is told, and can take the change back', async () => {
    await verify(await mailedToken(identity, owner.email))
    const refused = await correct(newEmail())
    expect(refused.json()).toMatchObject({ status: 409, code: 'email-works', owner: { email: owner.email, emailVerified: true } })
    await bounce(new Date(Date.now() - 60_000).toISOString())
    expect((await correct(newEmail())).statusCode).toBe(409)
    await bounce()
    const email = newEmail()
    expect((await correct(email)).json()).toMatchObject({ email, emailVerified: false, bouncedAt: null })
    const { to, token } = await mailedLink(identity, 'email-changed', owner.id)
    expect(to).toBe(owner.email)
    expect((await client(app).post('/me/email/revert', { token })).json()).toMatchObject({ email: owner.email })
  })

  it('not if another admin was faster, the address is taken, invalid or the same, or there is no such owner', async () => {
    const [first, second] = [newEmail(), newEmail()]
    const seen = { currentEmail: owner.email }
    const replies = await Promise.all([correct(first, seen), correct(second, seen)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { email } = await me()
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'email-changed', owner: { email } })
    expect((await correct(await newOwner(app))).json()).toMatchObject({ status: 409, code: 'email-taken' })
    for (const same of ['not an address', email])
      expect((await correct(same)).json()).toMatchObject({ status: 422, errors: [{ field: 'email' }] })
    for (const id of [admin.id, crypto.randomUUID()]) expect((await correct(newEmail(), {}, id)).statusCode).toBe(404)
  })
})

it('an admin sees the account of an owner, but not that of an admin', async () => {
  const read = (id: string) => client(app).get(`/admin/owners/${id}`, admin.token)
  const account = { _id: owner.id, email: owner.email, username: 'Ada', emailVerified: false, bouncedAt: null }
  const at = expect.stringMatching(/Z$/)
  expect((await read(owner.id)).json()).toEqual({ ...account, lastSignedInAt: at, createdAt: at })
  await verify(await mailedToken(identity, owner.email))
  await bounce()
  expect((await read(owner.id)).json()).toMatchObject({ emailVerified: true, bouncedAt: at })
  for (const id of [admin.id, crypto.randomUUID()]) expect((await read(id)).statusCode).toBe(404)
})

it('an admin sends the confirmation again, unless the address is confirmed', async () => {
  expect((await resend()).json()).toEqual({ message: `We sent a link to ${owner.email}. It works for 7 days.`, alreadyVerified: false })
  expect((await verify((await verification()).token)).statusCode).toBe(200)
  expect((await resend()).json()).toEqual({ message: 'This email address is already confirmed.', alreadyVerified: true })
  expect((await resend(admin.id)).statusCode).toBe(404)
})
