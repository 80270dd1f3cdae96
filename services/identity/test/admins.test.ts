import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { claimsOf } from '@app/chassis/testing/people.ts'
import type { EventContract } from '@app/contracts/define.ts'
import { PasswordChanged, TokensEnded, UserChanged } from '@app/contracts/events/identity.ts'
import type { AuditEntry } from '@app/contracts/http/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allAdmins } from '../src/admins/admins.repository.ts'
import { markOperator } from '../src/admins/mark-operator.ts'
import { putAdmin, putFirstAdmin } from '../src/admins/put-admin.ts'
import { readConfig } from '../src/config.ts'
import { client, createIdentity, type Identity, newEmail, newKey, newOwner, PASSWORD, SETTINGS } from './setup.ts'

const OTHER_PASSWORD = 'Another-horse-2!'

let identity: Identity
let app: App

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const byConfiguration = (email: string, password: string = PASSWORD) => putAdmin(identity.deps, { email, password, by: 'configuration' })
const byOperator = (email: string, password: string = PASSWORD) => putAdmin(identity.deps, { email, password, by: 'operator' })
const enter = (email: string, password: string = PASSWORD) => client(app).post('/admin/login', { email, password })
const eventsOf = async <E extends EventContract>(event: E, match: object) =>
  (await outboxOf(identity.db as never, event)).filter(({ data }) =>
    Object.entries(match).every(([key, value]) => data[key as never] === value),
  )

describe('an admin', () => {
  it('is created once, even if several replicas start at the same time', async () => {
    const email = newEmail()
    const outcomes = await Promise.all([1, 2, 3].map(() => byConfiguration(email)))
    expect(outcomes.sort()).toEqual(['created', 'unchanged', 'unchanged'])
    expect(await byConfiguration(email)).toBe('unchanged')
    const [added, ...others] = await eventsOf(UserChanged, { email })
    expect(added).toMatchObject({ aggregateversion: 1, data: { change: 'admin-added', role: 'admin', emailVerified: false } })
    expect(others).toEqual([])
  })

  it('gets the new password when the configuration changes, which revokes older tokens', async () => {
    const email = newEmail()
    await byConfiguration(email)
    const { token } = (await enter(email)).json<{ token: string }>()
    const outcomes = await Promise.all([1, 2].map(() => byConfiguration(email, OTHER_PASSWORD)))
    expect(outcomes.sort()).toEqual(['password changed', 'unchanged'])
    expect((await client(app).get('/me', token)).statusCode).toBe(401)
    expect((await enter(email)).statusCode).toBe(401)
    expect((await enter(email, OTHER_PASSWORD)).statusCode).toBe(200)
    expect(await eventsOf(PasswordChanged, { userId: claimsOf(token).sub })).toMatchObject([{ data: { role: 'admin' } }])
  })

  it('keeps a password that an operator set while the configuration is unchanged', async () => {
    const email = newEmail()
    await byConfiguration(email)
    expect(await byOperator(email, OTHER_PASSWORD)).toBe('password changed')
    expect(await byOperator(email, OTHER_PASSWORD)).toBe('unchanged')
    expect(await byConfiguration(email)).toBe('unchanged')
    expect((await enter(email, OTHER_PASSWORD)).statusCode).toBe(200)
    expect(await byOperator(email)).toBe('password changed')
    expect((await enter(email)).statusCode).toBe(200)
  })

  it('is not added if an owner has the email address; this is logged and does not stop the service', async () => {
    const email = await newOwner(app)
    expect(await byOperator(email)).toBe("an owner's address")
    const before = identity.lines.length
    await putFirstAdmin(
      identity.deps,
      readConfig({ ...SETTINGS, DATABASE_URL: identity.url, IDENTITY_KEY: newKey(), ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD }),
    )
    expect(identity.lines.slice(before).map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, msg: expect.stringContaining('ADMIN_EMAIL belongs to a business owner') },
    ])
    expect((await client(app).signIn(email)).statusCode).toBe(200)
    expect((await enter(email)).statusCode).toBe(401)
  })
})

describe('admins', () => {
  const signIn = async (email: string) => {
    const { token } = (await enter(email)).json<{ token: string }>()
    const { _id: id } = (await client(app).get('/me', token)).json<{ _id: string }>()
    return { id, email, token }
  }
  const signedIn = async (email = newEmail()) => {
    await byOperator(email)
    return signIn(email)
  }
  const signedInOperator = async (email = newEmail()) => {
    await byOperator(email)
    await markOperator(identity.deps, email, true)
    return signIn(email)
  }
  const remove = (id: string, token: string, proof?: object) => client(app).remove(id, token, proof)
  const list = async (token: string) => (await client(app).get('/admin/admins', token)).json<{ email: string }[]>()

  it('can list all admins, but owners cannot', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    const listed = await list(first.token)
    const account = { username: 'Admin', createdAt: expect.stringMatching(/Z$/), hasSecondFactor: false, isOperator: false }
    expect(listed.filter(({ email }) => [first.email, second.email].includes(email))).toEqual([
      { ...account, _id: first.id, email: first.email },
      { ...account, _id: second.id, email: second.email },
    ])
    const { Token } = (await client(app).signIn(await newOwner(app))).json()
    expect((await client(app).get('/admin/admins', Token)).statusCode).toBe(403)
  })

  it('can set a name, which is published once; links and invisible names are refused', async () => {
    const admin = await signedIn()
    const setName = (name: string, token = admin.token) => client(app).putAs(token, '/admin/me/name', { name })
    const names = [' Dana Reed ', 'Dana Reed', '   ']
    const replies = []
    for (const name of names) replies.push((await setName(name)).json())
    expect(replies).toEqual([{ username: 'Dana Reed' }, { username: 'Dana Reed' }, { username: 'Admin' }])
    for (const name of ['evil.example/login', 'dana@shop.example', '\u200d', 'Dana\nReed'])
      expect((await setName(name)).json()).toMatchObject({ status: 422, errors: [{ field: 'name' }] })
    const renamed = (await eventsOf(UserChanged, { userId: admin.id })).filter(({ data }) => data.change === 'admin-renamed')
    expect(renamed.map(({ data }) => data.username)).toEqual(['Dana Reed', 'Admin'])
    const { Token } = (await client(app).signIn(await newOwner(app))).json()
    expect((await setName('Dana Reed', Token)).statusCode).toBe(403)
  })

  it('can be removed by an operator, which invalidates their token, password and reset code at once', async () => {
    const [stays, goes] = [await signedInOperator(), await signedIn()]
    expect((await remove(goes.id, stays.token)).json()).toEqual({ message: 'Admin removed successfully!' })
    expect((await client(app).get('/me', goes.token)).statusCode).toBe(401)
    expect((await enter(goes.email)).statusCode).toBe(401)
    expect((await list(stays.token)).map(({ email }) => email)).not.toContain(goes.email)

    const [, removed] = await eventsOf(UserChanged, { userId: goes.id })
    expect(removed?.data).toMatchObject({ change: 'admin-removed', email: goes.email, username: 'Admin', role: 'admin' })
    const [ended, ...others] = await eventsOf(TokensEnded, { userId: goes.id })
    expect(others).toEqual([])
    const revocations = (await app.inject({ url: '/internal/revocations' })).json()
    expect(revocations).toContainEqual({ userId: goes.id, tokensInvalidBefore: ended?.data.tokensInvalidBefore })
    const row = await identity.db.selectFrom('users').select(['email', 'email_key']).where('id', '=', goes.id).executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain(goes.email)
    const acts = (await client(app).get('/admin/operations/identity/acts', stays.token)).json<AuditEntry[]>()
    expect(acts[0]).toMatchObject({ act: 'remove-admin', actor: stays.id, subject: goes.id, affected: 1 })
  })

  it('cannot be removed by an admin who is not an operator', async () => {
    const [admin, operator, other] = [await signedIn(), await signedInOperator(), await signedIn()]
    for (const { id } of [operator, other]) expect((await remove(id, admin.token)).statusCode).toBe(403)
    expect((await list(operator.token)).map(({ email }) => email)).toEqual(expect.arrayContaining([operator.email, other.email]))
  })

  it('cannot be removed with a token alone: an operator without a second factor must enter the password', async () => {
    const [operator, goes] = [await signedInOperator(), await signedIn()]
    const withoutProof = await remove(goes.id, operator.token, {})
    expect(withoutProof.json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] })
    const withWrong = await remove(goes.id, operator.token, { password: OTHER_PASSWORD })
    expect(withWrong.json()).toMatchObject({ status: 422, errors: [{ field: 'password' }] })
    expect((await remove(goes.id, operator.token, { code: '123456' })).statusCode).toBe(422)
    expect((await client(app).get('/me', goes.token)).statusCode).toBe(200)
    expect((await remove(goes.id, operator.token)).statusCode).toBe(200)
  })

  it('cannot remove themselves or a user who is not an admin', async () => {
    const { id, token } = await signedInOperator()
    expect((await remove(id, token)).json()).toMatchObject({ status: 409, code: 'cannot-remove-oneself' })
    expect((await remove(crypto.randomUUID(), token)).statusCode).toBe(404)
    const owner = await newOwner(app)
    const { id: ownerId } = await identity.db.selectFrom('users').select('id').where('email', '=', owner).executeTakeFirstOrThrow()
    expect((await remove(ownerId, token)).statusCode).toBe(404)
  })

  it('who remove each other concurrently leave one operator', { tags: 'nightly' }, async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await signedInOperator(), await signedInOperator()]
      const replies = await Promise.all([remove(one.id, other.token), remove(other.id, one.token)])
      expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, expect.toSatisfy((status) => [401, 422].includes(status))])
      const left = (await allAdmins(identity.db)).filter(({ email }) => [one.email, other.email].includes(email))
      expect(left.map(({ isOperator }) => isOperator)).toEqual([true])
    }
  })

  it('who were removed can be restored on the command line, but not by the configuration', { tags: 'nightly' }, async () => {
    const email = newEmail()
    await byConfiguration(email)
    const { token } = (await enter(email)).json()
    const { _id: id } = (await client(app).get('/me', token)).json()
    await remove(id, (await signedInOperator()).token)
    expect(await byConfiguration(email)).toBe('was removed')
    expect((await enter(email)).statusCode).toBe(401)
    expect(await byOperator(email)).toBe('created')
    expect((await enter(email)).statusCode).toBe(200)
  })
})
