import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { AdminAdded, PasswordChanged, UserRegistered } from '@app/contracts/events/identity.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putAdmin } from '../src/accounts/put-admin.ts'
import { client, createIdentity, type Identity, newEmail, PASSWORD } from './setup.ts'

const OTHER_PASSWORD = 'Another-horse-2!'

let identity: Identity
let app: App

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const eventsFor = async (email: string) =>
  (await outboxOf(identity.db as never, UserRegistered)).filter((event) => event.data.email.toLowerCase() === email.toLowerCase())

describe('sign-up', () => {
  it('creates an owner, says so in an event, and keeps the address as typed', async () => {
    const email = `Mixed.${newEmail()}`
    const reply = await client(app).signUp(email)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({ message: 'Account created successfully!' })
    expect(await eventsFor(email)).toMatchObject([{ data: { email, username: 'Ada' } }])

    const { Token } = (await client(app).signIn(email.toUpperCase())).json()
    const me = await client(app).get('/me', Token)
    expect(me.json()).toMatchObject({ email, username: 'Ada', role: 'owner' })
  })

  it.each([
    ['an address without a dot', { email: 'a@b' }, 'email', 'Please enter a valid email address'],
    ['an address with a space', { email: 'a b@example.com' }, 'email', 'Please enter a valid email address'],
    ['no username', { username: '  ' }, 'username', 'Please enter a username'],
    ['a short password', { password: 'Aa1!aaa' }, 'password', 'Password does not meet security requirements'],
    ['a password without a special character', { password: 'Aa1aaaaaaa' }, 'password', 'Password does not meet security requirements'],
    ['an endless password', { password: `Aa1!${'a'.repeat(300)}` }, 'password', 'Password does not meet security requirements'],
  ])('refuses %s', async (_what, change, field, message) => {
    const reply = await client(app).signUp(newEmail(), change)
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ message, errors: [{ field, message }] })
  })

  it('refuses a body with more or less than the contract says', async () => {
    const { post, signUp } = client(app)
    expect((await post('/user', { email: newEmail() })).statusCode).toBe(400)
    expect((await signUp(newEmail(), { role: 'admin' })).statusCode).toBe(400)
  })

  it('refuses text that no database takes', async () => {
    expect((await client(app).signUp(newEmail(), { username: 'a\u0000b' })).statusCode).toBe(400)
    expect((await client(app).signIn('\u0000@example.com')).statusCode).toBe(400)
  })

  it('takes an address once, whatever its case, also from many at once', async () => {
    const email = newEmail()
    const { signUp } = client(app)
    const replies = await Promise.all([email, email.toUpperCase(), email, email].map((address) => signUp(address)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 409, 409, 409])
    expect(await eventsFor(email)).toHaveLength(1)
    const late = await signUp(email)
    expect(late.json()).toMatchObject({ status: 409, message: 'An account with this email already exists' })
  })

  it('stores no password', async () => {
    const email = newEmail()
    await client(app).signUp(email)
    const row = await identity.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(await eventsFor(email))).not.toContain(PASSWORD)
  })
})

describe('me', () => {
  it('is for people who signed in here', async () => {
    expect((await app.inject({ url: '/me' })).statusCode).toBe(401)
    expect((await app.inject({ url: '/me', headers: person('owner').headers })).statusCode).toBe(401)
  })

  it('refuses the token of a user who is gone', async () => {
    const email = newEmail()
    await client(app).signUp(email)
    const { Token } = (await client(app).signIn(email)).json()
    await identity.db.deleteFrom('users').where('email', '=', email).execute()
    expect((await client(app).get('/me', Token)).statusCode).toBe(401)
  })
})

describe('an admin', () => {
  const byConfiguration = (email: string, password: string = PASSWORD) => putAdmin(identity.deps, { email, password, by: 'configuration' })
  const byOperator = (email: string, password: string) => putAdmin(identity.deps, { email, password, by: 'operator' })
  const enter = (email: string, password: string) => client(app).post('/admin/login', { email, password })
  const changesOf = async (email: string) =>
    (await outboxOf(identity.db as never, PasswordChanged)).filter((event) => event.data.email === email)

  it('is created once, also by replicas that start together', async () => {
    const email = newEmail()
    const outcomes = await Promise.all([1, 2, 3].map(() => byConfiguration(email)))
    expect(outcomes.sort()).toEqual(['created', 'unchanged', 'unchanged'])
    expect(await byConfiguration(email)).toBe('unchanged')
    const added = (await outboxOf(identity.db as never, AdminAdded)).filter((event) => event.data.email === email)
    expect(added).toHaveLength(1)
  })

  it('gets a new password when another one is configured, which ends its tokens', async () => {
    const email = newEmail()
    await byConfiguration(email)
    const { token } = (await enter(email, PASSWORD)).json()
    const outcomes = await Promise.all([1, 2].map(() => byConfiguration(email, OTHER_PASSWORD)))
    expect(outcomes.sort()).toEqual(['password changed', 'unchanged'])
    expect((await client(app).get('/me', token)).statusCode).toBe(401)
    expect((await enter(email, PASSWORD)).statusCode).toBe(401)
    expect((await enter(email, OTHER_PASSWORD)).statusCode).toBe(200)
    expect(await changesOf(email)).toHaveLength(1)
  })

  it('keeps a password that an operator set when the same configuration is read again', async () => {
    const email = newEmail()
    await byConfiguration(email)
    expect(await byOperator(email, OTHER_PASSWORD)).toBe('password changed')
    expect(await byOperator(email, OTHER_PASSWORD)).toBe('unchanged')
    expect(await byConfiguration(email)).toBe('unchanged')
    expect((await enter(email, OTHER_PASSWORD)).statusCode).toBe(200)
    expect(await byOperator(email, PASSWORD)).toBe('password changed')
    expect((await enter(email, PASSWORD)).statusCode).toBe(200)
  })

  it('is refused at the address of an owner', async () => {
    const email = newEmail()
    await client(app).signUp(email)
    await expect(byConfiguration(email)).rejects.toThrow('belongs to a business owner')
  })
})
