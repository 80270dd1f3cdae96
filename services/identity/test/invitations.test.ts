import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { AdminInvited, UserChanged } from '@app/contracts/events/identity.ts'
import type { AdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import type { AuditEntry } from '@app/contracts/http/operations.ts'
import { OPEN_ADMIN_INVITATIONS_MAX } from '@app/contracts/rules/admin-invitations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markOperator } from '../src/admins/mark-operator.ts'
import { cleanUp } from '../src/housekeeping.ts'
import { invitationToken } from './mail/requested.ts'
import { client, createIdentity, type Identity, newAdmin, newEmail, newOwner, PASSWORD } from './setup.ts'

const HOUR_MS = 3_600_000
const GONE = 'This invitation is no longer valid. It was used or revoked, or it has expired. Please ask for a new one.'

let identity: Identity
let app: App
let operator: Awaited<ReturnType<typeof newAdmin>>

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())
beforeEach(async () => {
  await identity.db.deleteFrom('admin_invitations').execute()
  operator = await newAdmin(identity, app, { isOperator: true })
})

const invite = (email: string, by = operator, proof: object = { password: PASSWORD }) =>
  client(app).postAs(by.token, '/admin/invitations', { email, ...proof })
const list = async () => (await client(app).get('/admin/invitations', operator.token)).json<AdminInvitation[]>()
const revoke = (id: string) =>
  app.inject({ method: 'DELETE', url: `/admin/invitations/${id}`, headers: { authorization: `Bearer ${operator.token}` } })
const check = (token: string, by = app) => client(by).post('/admin/invitations/check', { token })
const accept = (token: string, password: string = PASSWORD, more = {}) =>
  client(app).post('/admin/invitations/accept', { token, password, ...more })
const invited = async (email = newEmail()) => {
  const { _id: id } = (await invite(email)).json<AdminInvitation>()
  return { id, email, token: await invitationToken(identity, id) }
}
const signIn = (email: string) => client(app).post('/admin/login', { email, password: PASSWORD })
const acts = async (subject: string) =>
  (await client(app).get('/admin/operations/identity/acts', operator.token))
    .json<AuditEntry[]>()
    .filter((act) => act.subject === subject)
    .map(({ act, actor }) => ({ act, actor }))

it('an invited admin chooses a password with the link, once, and signs in', async () => {
  const email = newEmail()
  const reply = await invite(email)
  const invitation = reply.json<AdminInvitation>()
  expect([reply.statusCode, invitation]).toEqual([
    201,
    expect.objectContaining({ email, invitedBy: { _id: operator.id, email: operator.email } }),
  ])
  expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(48 * HOUR_MS)
  expect(await list()).toEqual([invitation])
  const { _id: id } = invitation
  const events = (await outboxOf(identity.db as never, AdminInvited)).filter(({ data }) => data.invitationId === id)
  expect(events.map(({ data }) => data)).toEqual([{ invitationId: id }])

  const token = await invitationToken(identity, id)
  expect((await check(token)).json()).toEqual({ email, expiresAt: invitation.expiresAt })
  expect((await accept(token, 'Password123!')).json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] })
  expect((await accept(token, PASSWORD, { name: 'www.prizes.example' })).json()).toMatchObject({ status: 422, errors: [{ field: 'name' }] })
  expect((await accept(token, PASSWORD, { name: ' Dana Reyes ' })).statusCode).toBe(201)
  for (const used of [await check(token), await accept(token)]) expect(used.json()).toMatchObject({ status: 410, message: GONE })
  expect(await list()).toEqual([])
  expect(await invitationToken(identity, id)).toBe('')

  const { token: session } = (await signIn(email)).json()
  const me = (await client(app).get('/me', session)).json()
  expect(me).toMatchObject({ email, username: 'Dana Reyes', role: 'admin', emailVerified: true })
  expect((await client(app).get('/admin/invitations', session)).statusCode).toBe(403)
  const [added] = (await outboxOf(identity.db as never, UserChanged)).filter(({ data }) => data.email === email)
  expect(added?.data).toMatchObject({ change: 'admin-added', userId: me._id })
  expect(await acts(id)).toEqual([
    { act: 'accept-admin-invitation', actor: me._id },
    { act: 'invite-admin', actor: operator.id },
  ])
})

it('the token is neither stored nor logged', async () => {
  const { token } = await invited()
  await check(token)
  await accept(token)
  const { rows } = await sql<{ row: string }>`
    select t::text as row from admin_invitations t union all select t::text from outbox t union all select t::text from idempotency_key t`.execute(
    identity.db,
  )
  expect([...rows.map(({ row }) => row), ...identity.lines].join()).not.toContain(token)
})

it('an operator must prove the identity, so that a stolen token cannot add admins', async () => {
  const admin = await newAdmin(identity, app)
  expect((await invite(newEmail(), admin)).statusCode).toBe(403)
  expect((await invite(newEmail(), operator, {})).json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] })
  expect((await invite(newEmail(), operator, { password: 'Another-horse-2!' })).statusCode).toBe(422)
  expect((await invite('not an address')).json()).toMatchObject({ status: 422, errors: [{ field: 'email' }] })
  expect(await list()).toEqual([])
})

it('an address with an account cannot be invited, and gets no second account', async () => {
  const owner = await newOwner(app)
  expect((await invite(owner)).json()).toMatchObject({
    status: 409,
    code: 'email-taken',
    message: 'A business owner has an account with this email address. Please invite another address.',
  })
  expect((await invite(operator.email.toUpperCase())).json()).toMatchObject({
    status: 409,
    code: 'email-taken',
    message: 'There is already an admin with this email address.',
  })
  const { email, token } = await invited()
  await client(app).signUp(email)
  expect((await accept(token)).json()).toMatchObject({ status: 409, code: 'email-taken' })
  expect((await signIn(email)).statusCode).toBe(401)
})

it('inviting an address again replaces the link; at most five times an hour', async () => {
  const first = await invited()
  const second = await invited(first.email.toUpperCase())
  expect([(await check(first.token)).statusCode, (await check(second.token)).statusCode]).toEqual([410, 200])
  expect((await list()).map(({ _id }) => _id)).toEqual([second.id])
  for (let time = 3; time <= 5; time++) expect((await invite(first.email)).statusCode).toBe(201)
  expect((await invite(first.email)).statusCode).toBe(429)
})

describe('an invitation ends', () => {
  it('when an operator revokes it', async () => {
    const { id, token } = await invited()
    expect((await revoke(id)).json()).toEqual({ message: 'Invitation revoked successfully!' })
    expect((await check(token)).statusCode).toBe(410)
    expect((await revoke(id)).statusCode).toBe(404)
    expect((await acts(id)).map(({ act }) => act)).toEqual(['revoke-admin-invitation', 'invite-admin'])
  })

  it('after 48 hours', async () => {
    const { token } = await invited()
    const inHours = (hours: number) => () => new Date(Date.now() + hours * HOUR_MS)
    const [soon, late] = await Promise.all([47, 49].map((hours) => identity.build({ now: inHours(hours) })))
    expect([(await check(token, soon)).statusCode, (await check(token, late)).statusCode]).toEqual([200, 410])
    await cleanUp(identity.db, inHours(49)())
    expect(await list()).toEqual([])
  })

  it('when the operator who sent it is removed, or is no longer an operator', async () => {
    const [removed, unmarked] = [await newAdmin(identity, app, { isOperator: true }), await newAdmin(identity, app, { isOperator: true })]
    for (const by of [removed, unmarked, operator]) await invite(newEmail(), by)
    await client(app).remove(removed.id, operator.token)
    await markOperator(identity.deps, unmarked.email, false)
    expect((await list()).map(({ invitedBy }) => invitedBy._id)).toEqual([operator.id])
    expect((await invite(newEmail(), removed)).statusCode).toBe(401)
  })
})

describe('of two concurrent requests, one wins', () => {
  it('if both accept an invitation', async () => {
    const { email, token } = await invited()
    const replies = await Promise.all([accept(token), accept(token)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410])
    expect((await signIn(email)).statusCode).toBe(200)
  })

  it('if both send the last of 20 invitations', async () => {
    for (let count = 1; count < OPEN_ADMIN_INVITATIONS_MAX; count++) await invite(newEmail())
    const replies = await Promise.all([invite(newEmail()), invite(newEmail())])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(await list()).toHaveLength(OPEN_ADMIN_INVITATIONS_MAX)
    const refused = replies.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'too-many-invitations' })
    const [oldest] = await list()
    expect((await invite(oldest?.email ?? '')).statusCode).toBe(201)
  })
})

it('guesses of tokens are limited', async () => {
  const { post } = client(app)
  const guess = async (token: string) => (await post('/admin/invitations/check', { token })).statusCode
  for (let time = 0; time < 30; time++) expect(await guess(`wrong ${time}`)).toBe(410)
  expect(await guess('wrong')).toBe(429)
})
