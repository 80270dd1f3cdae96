import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client, createIdentity, type Identity, newEmail, PASSWORD } from './setup.ts'

let identity: Identity
let app: App

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const eventsFor = async (email: string) =>
  (await outboxOf(identity.db as never, UserChanged)).filter((event) => event.data.email.toLowerCase() === email.toLowerCase())

describe('sign-up', () => {
  it('creates an owner with the email address as entered, and publishes an event', async () => {
    const email = `Mixed.${newEmail()}`
    const reply = await client(app).signUp(email)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({ message: 'Account created successfully!' })
    expect(await eventsFor(email)).toMatchObject([
      { aggregateversion: 1, data: { change: 'registered', email, username: 'Ada', role: 'owner', emailVerified: false } },
    ])

    const { Token } = (await client(app).signIn(email.toUpperCase())).json()
    const me = await client(app).get('/me', Token)
    expect(me.json()).toMatchObject({ email, username: 'Ada', role: 'owner' })
  })

  it('gives one mailbox one account, and opens it with a password in any Unicode form', async () => {
    const [composed, decomposed] = ['Blau-Größe é1!', 'Blau-Größe e\u03011!'.replace('ö', 'o\u0308')]
    const email = `jose\u0301.${newEmail().replace(/@.*/, '@müller.example')}`
    expect((await client(app).signUp(email, { password: decomposed })).statusCode).toBe(201)
    const otherSpelling = email.normalize('NFC').replace('müller', 'xn--mller-kva')
    expect((await client(app).signUp(otherSpelling)).statusCode).toBe(409)
    expect((await client(app).signIn(otherSpelling, composed)).statusCode).toBe(200)
    expect((await client(app).signIn(email, composed.replace('-', '+'))).statusCode).toBe(401)
  })

  it.each([
    ['an address without a dot', { email: 'a@b' }, 'email', 'Please enter a valid email address'],
    ['an address with a space', { email: 'a b@example.com' }, 'email', 'Please enter a valid email address'],
    ['no username', { username: ' \u200c ' }, 'username', 'Please enter a username'],
    [
      'a username with a line break',
      { username: 'Ada\r\nWin a prize' },
      'username',
      'Please enter a username without links, email addresses or line breaks',
    ],
    [
      'a username with a link',
      { username: 'See evil.example/x' },
      'username',
      'Please enter a username without links, email addresses or line breaks',
    ],
    ['an address in brackets', { email: '<a@example.com>' }, 'email', 'Please enter a valid email address'],
    ['a common password', { password: 'Password1!' }, 'password', 'This password is too easy to guess. Please choose another one.'],
    ['a short password', { password: 'Aa1!aaa' }, 'password', 'Password does not meet security requirements'],
    ['a password without a special character', { password: 'Aa1aaaaaaa' }, 'password', 'Password does not meet security requirements'],
    [
      'a password of more than 300 characters',
      { password: `Aa1!${'a'.repeat(300)}` },
      'password',
      'Password does not meet security requirements',
    ],
  ])('rejects %s', async (_what, change, field, message) => {
    const reply = await client(app).signUp(newEmail(), change)
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ message, errors: [{ field, message }] })
  })

  it('rejects a body with missing or additional fields', async () => {
    const { post, signUp } = client(app)
    expect((await post('/user', { email: newEmail() })).statusCode).toBe(400)
    expect((await signUp(newEmail(), { role: 'admin' })).statusCode).toBe(400)
  })

  it('rejects text with characters that the database cannot store', async () => {
    expect((await client(app).signUp(newEmail(), { username: 'a\u0000b' })).statusCode).toBe(422)
    expect((await client(app).signIn('\u0000@example.com')).statusCode).toBe(400)
  })

  it('accepts an email address once, regardless of case, also with concurrent requests', async () => {
    const email = newEmail()
    const { signUp } = client(app)
    const replies = await Promise.all([email, email.toUpperCase(), email, email].map((address) => signUp(address)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 409, 409, 409])
    expect(await eventsFor(email)).toHaveLength(1)
    const late = await signUp(email)
    expect(late.json()).toMatchObject({ status: 409, message: 'An account with this email already exists' })
  })

  it('stores only the hash of the password', async () => {
    const email = newEmail()
    await client(app).signUp(email)
    const row = await identity.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(await eventsFor(email))).not.toContain(PASSWORD)
  })
})

describe('me', () => {
  it('requires a token of this service', async () => {
    expect((await app.inject({ url: '/me' })).statusCode).toBe(401)
    expect((await app.inject({ url: '/me', headers: person('owner').headers })).statusCode).toBe(401)
  })

  it('rejects the token of a deleted user', async () => {
    const email = newEmail()
    await client(app).signUp(email)
    const { Token } = (await client(app).signIn(email)).json()
    await identity.db.deleteFrom('users').where('email', '=', email).execute()
    expect((await client(app).get('/me', Token)).statusCode).toBe(401)
  })
})
