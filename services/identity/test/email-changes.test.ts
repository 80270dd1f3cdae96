import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePassword } from '../src/accounts/change-password.ts'
import { lockUser } from '../src/accounts/users.repository.ts'
import { cleanUp } from '../src/housekeeping.ts'
import { mailCodes } from '../src/resets/mail-codes.ts'
import { mailedCode, mailedLink, mailedToken, requestedFor } from './mail/requested.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, PASSWORD, signedInOwner } from './setup.ts'

const DAY_MS = 86_400_000

type Owner = Awaited<ReturnType<typeof signedInOwner>>

let identity: Identity
let app: App
/** An owner with a confirmed address. */
let owner: Owner

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())
beforeEach(async () => {
  owner = await confirmedOwner()
})

async function confirmedOwner(): Promise<Owner> {
  const signedIn = await signedInOwner(app)
  await client(app).post('/verify-email', { token: await mailedToken(identity, signedIn.email) })
  return signedIn
}

const inDays = (days: number) => identity.build({ now: () => new Date(Date.now() + days * DAY_MS) })
const request = (newEmailAddress: string, by = owner, password: string = PASSWORD) =>
  client(app).postAs(by.token, '/me/email', { newEmail: newEmailAddress, password })
const confirm = (token: string, by = app) => client(by).post('/me/email/confirm', { token })
const revert = (token: string, by = app) => client(by).post('/me/email/revert', { token })
const linkTo = async (by = owner) => (await mailedLink(identity, 'confirm-new-email', by.id)).token
const wayBack = async (by = owner) => (await mailedLink(identity, 'email-changed', by.id)).token
/** Changes the address of an owner, and returns the new one. */
async function move(by = owner): Promise<string> {
  const email = newEmail()
  await request(email, by)
  expect((await confirm(await linkTo(by))).statusCode).toBe(200)
  return email
}
const me = async (token: string) => (await client(app).get('/me', token)).json()
const signInStatus = async (email: string) => (await client(app).signIn(email)).statusCode
const changesOf = async ({ id }: Owner) =>
  (await outboxOf(identity.db as never, UserChanged))
    .filter(({ data }) => data.userId === id && data.change === 'email-changed')
    .map(({ data: { email, emailVerified } }) => ({ email, emailVerified }))

it('an owner sees the pending change, of no other account, and cancels it', async () => {
  const pending = async (by = owner) => (await client(app).get('/me/email', by.token)).json()
  const other = await confirmedOwner()
  const email = newEmail()
  expect(await pending()).toEqual({ pending: null })
  await request(email)
  expect(await pending()).toEqual({ pending: { newEmail: email, expiresAt: expect.any(String) } })
  expect(await pending(other)).toEqual({ pending: null })
  const token = await linkTo()
  const cancel = (by = owner) => app.inject({ method: 'DELETE', url: '/me/email', headers: { authorization: `Bearer ${by.token}` } })
  await cancel(other)
  expect((await pending()).pending).not.toBeNull()
  expect((await cancel()).statusCode).toBe(200)
  expect(await pending()).toEqual({ pending: null })
  expect((await confirm(token)).statusCode).toBe(410)
  expect((await cancel()).statusCode).toBe(200)
})

it('an address changes when the new one is confirmed, once; sessions stay', async () => {
  const email = newEmail()
  expect((await request(email)).json()).toEqual({ message: `We sent a link to ${email}. It works for 24 hours.` })
  expect(await me(owner.token)).toMatchObject({ email: owner.email })
  const { to, token } = await mailedLink(identity, 'confirm-new-email', owner.id)
  expect(to).toBe(email)
  expect((await confirm(token)).json()).toEqual({
    message: `Your email address was changed. Please sign in with ${email} from now on.`,
    email,
  })
  expect(await me(owner.token)).toMatchObject({ email, emailVerified: true })
  expect([await signInStatus(email), await signInStatus(owner.email)]).toEqual([200, 401])
  expect(await changesOf(owner)).toEqual([{ email, emailVerified: true }])
  expect((await confirm(token)).json()).toMatchObject({ status: 410, code: 'email-change-gone' })
})

it('the former address gets a link that restores it, once, ends all sessions and cancels a pending change', async () => {
  const email = await move()
  const { to, token } = await mailedLink(identity, 'email-changed', owner.id)
  expect(to).toBe(owner.email)
  await request(newEmail())
  const pending = await linkTo()
  expect((await revert(token)).json()).toMatchObject({ email: owner.email })
  expect((await client(app).get('/me', owner.token)).statusCode).toBe(401)
  expect([await signInStatus(owner.email), await signInStatus(email)]).toEqual([200, 401])
  expect((await confirm(pending)).statusCode).toBe(410)
  expect((await revert(token)).json()).toMatchObject({ status: 410, code: 'email-revert-gone' })
  expect((await changesOf(owner)).at(-1)).toEqual({ email: owner.email, emailVerified: true })
})

it('a change is refused with a wrong password or address', async () => {
  expect((await request(newEmail(), owner, 'Another-horse-2!')).json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] })
  expect((await request(newEmail(), owner, '')).json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] })
  for (const email of ['not an address', owner.email.toUpperCase()])
    expect((await request(email)).json()).toMatchObject({ status: 422, errors: [{ field: 'newEmail' }] })
})

it('a request does not reveal whether the address has an account; such an address cannot be confirmed', async () => {
  const taken = await newOwner(app)
  const reply = await request(taken)
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: `We sent a link to ${taken}. It works for 24 hours.` }])
  expect((await confirm(await linkTo())).json()).toMatchObject({ status: 409, code: 'email-taken' })
  expect(await me(owner.token)).toMatchObject({ email: owner.email })
})

describe('the link to a new address ends', () => {
  it('when another one is requested, or the password is changed', async () => {
    await request(newEmail())
    const first = await linkTo()
    await request(newEmail())
    const second = await linkTo()
    expect((await confirm(first)).statusCode).toBe(410)
    await inTransaction(identity.db, async (trx) => {
      const user = await lockUser(trx, owner.id)
      if (user) await changePassword(trx, { user, hashes: { password_hash: user.password_hash }, now: new Date() })
    })
    expect((await confirm(second)).statusCode).toBe(410)
  })

  it('after 24 hours; the way back after 7 days', async () => {
    await request(newEmail())
    const late = await inDays(1.1)
    expect((await confirm(await linkTo(), late)).statusCode).toBe(410)
    await move()
    expect((await revert(await wayBack(), await inDays(7.1))).statusCode).toBe(410)
    await cleanUp(identity.db, new Date(Date.now() + 8 * DAY_MS))
    expect(await wayBack()).toBe('')
  })
})

it('an address that was never confirmed gets no way back, because it may belong to another person', async () => {
  const unconfirmed = await signedInOwner(app)
  const email = await move(unconfirmed)
  expect(await mailedLink(identity, 'email-changed', unconfirmed.id)).toEqual({ to: undefined, token: '' })
  expect(await me(unconfirmed.token)).toMatchObject({ email, emailVerified: true })
})

it('codes and links that were sent to the former address no longer work', async () => {
  const unconfirmed = await signedInOwner(app)
  const verification = await mailedToken(identity, unconfirmed.email)
  const stranger = client(app)
  await stranger.post('/reset-password', { email: unconfirmed.email })
  await mailCodes(identity.deps)
  const code = await mailedCode(identity, unconfirmed.email)
  const email = await move(unconfirmed)
  expect((await stranger.post(`/reset-password/${code}`, { email, password: PASSWORD })).statusCode).toBe(422)
  expect((await client(app).post('/verify-email', { token: verification })).statusCode).toBe(422)
})

it('nobody else can use a former address while it can be restored', async () => {
  await move()
  const other = await confirmedOwner()
  expect((await client(app).signUp(owner.email)).json()).toMatchObject({ status: 409, code: 'email-taken' })
  await request(owner.email, other)
  expect((await confirm(await linkTo(other))).json()).toMatchObject({ status: 409, code: 'email-taken' })
  expect((await revert(await wayBack())).statusCode).toBe(200)
  const { Token: token } = (await client(app).signIn(owner.email)).json<{ Token: string }>()
  await move({ ...owner, token })
  expect((await client(await inDays(8)).signUp(owner.email)).statusCode).toBe(201)
})

it('an earlier address can be restored after several changes, and later addresses cannot', async () => {
  await move()
  const first = await wayBack()
  const second = await move()
  const later = await wayBack()
  expect(later).not.toBe(first)
  expect((await revert(first)).json()).toMatchObject({ email: owner.email })
  expect((await revert(later)).statusCode).toBe(410)
  expect([await signInStatus(owner.email), await signInStatus(second)]).toEqual([200, 401])
})

describe('of two concurrent requests, one wins', () => {
  it('if both use the same link', async () => {
    await request(newEmail())
    const token = await linkTo()
    const replies = await Promise.all([confirm(token), confirm(token)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
    const back = await wayBack()
    const reverts = await Promise.all([revert(back), revert(back)])
    expect(reverts.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
  })

  it('if two accounts confirm the same address', async () => {
    const [email, other] = [newEmail(), await confirmedOwner()]
    await request(email)
    await request(email, other)
    const replies = await Promise.all([confirm(await linkTo()), confirm(await linkTo(other))])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

it('a token works only for the purpose of its email', async () => {
  await request(newEmail())
  const change = await linkTo()
  expect((await revert(change)).statusCode).toBe(410)
  expect((await client(app).post('/verify-email', { token: change })).statusCode).toBe(422)
  expect((await client(app).post('/admin/invitations/check', { token: change })).statusCode).toBe(410)
  await confirm(change)
  expect((await confirm(await wayBack())).statusCode).toBe(410)
  expect((await revert(await wayBack())).statusCode).toBe(200)
})

it('a request that is sent twice, also at the same moment, sends one link', async () => {
  const email = newEmail()
  const send = () =>
    app.inject({
      method: 'POST',
      url: '/me/email',
      payload: { newEmail: email, password: PASSWORD },
      headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': owner.id },
    })
  const replies = [...(await Promise.all([send(), send()])), await send()]
  expect(replies.at(-1)?.statusCode).toBe(200)
  for (const { statusCode } of replies) expect([200, 409]).toContain(statusCode)
  expect(await requestedFor(identity, 'confirm-new-email', owner.email)).toHaveLength(1)
})

it('a stranger who knows the password cannot keep the account after the owner took the change back and set another password', async () => {
  const stolen = await move()
  await revert(await wayBack())
  await client(app).post('/reset-password', { email: owner.email })
  await mailCodes(identity.deps)
  const password = 'Another-horse-2!'
  const code = await mailedCode(identity, owner.email)
  expect((await client(app).post(`/reset-password/${code}`, { email: owner.email, password })).statusCode).toBe(200)
  expect([await signInStatus(owner.email), await signInStatus(stolen)]).toEqual([401, 401])
})

it('no token is stored or logged', async () => {
  await move()
  const back = await wayBack()
  await request(newEmail())
  const tokens = [back, await linkTo()]
  await revert(back)
  const { rows } = await sql<{ row: string }>`
    select t::text as row from email_changes t union all select t::text from email_reverts t union all select t::text from outbox t
    union all select t::text from idempotency_key t`.execute(identity.db)
  expect(tokens.map(({ length }) => length)).toEqual([43, 43])
  for (const token of tokens) expect([...rows.map(({ row }) => row), ...identity.lines].join()).not.toContain(token)
})
