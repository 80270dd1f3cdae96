import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import type { AdminAccount } from '@app/contracts/http/identity.ts'
import type { AuditEntry } from '@app/contracts/http/operations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markOperator } from '../src/admins/mark-operator.ts'
import { putAdmin } from '../src/admins/put-admin.ts'
import { client, createIdentity, type Identity, newEmail, newOwner, newAdmin as newSession, PASSWORD } from './setup.ts'

let identity: Identity
let app: App

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

const OPERATIONS = '/admin/operations/identity/acts'

async function newAdmin(by: 'configuration' | 'operator'): Promise<string> {
  const email = newEmail()
  await putAdmin(identity.deps, { email, password: PASSWORD, by })
  return email
}

const enter = async (email: string): Promise<string> => (await client(app).post('/admin/login', { email, password: PASSWORD })).json().token
const status = async (token: string, url = OPERATIONS) => (await client(app).get(url, token)).statusCode
const me = async (token: string) => (await client(app).get('/me', token)).json()

test('only the admin of the configuration is an operator at first', async () => {
  const [configured, added] = [await newAdmin('configuration'), await newAdmin('operator')]
  const token = await enter(configured)
  expect([await status(token), await status(await enter(added))]).toEqual([200, 403])
  const { Token } = (await client(app).signIn(await newOwner(app))).json()
  expect(await status(Token)).toBe(403)
  const admins = (await client(app).get('/admin/admins', token)).json<AdminAccount[]>()
  expect(admins.filter(({ isOperator }) => isOperator).map(({ email }) => email)).toEqual([configured])
})

test('marking or unmarking an operator revokes all tokens and takes effect at the next sign-in', async () => {
  // There must always be an operator, so the test needs a second one.
  await newAdmin('configuration')
  const email = await newAdmin('operator')
  const before = await enter(email)
  expect(await markOperator(identity.deps, email, true)).toBe('is an operator')
  expect(await status(before, '/me')).toBe(401)
  const marked = await enter(email)
  expect(await status(marked)).toBe(200)
  expect(await markOperator(identity.deps, email, true)).toBe('unchanged')
  expect(await status(marked)).toBe(200)

  expect(await markOperator(identity.deps, email, false)).toBe('is not an operator')
  expect(await status(marked)).toBe(401)
  expect(await status(await enter(email))).toBe(403)
  await expect(markOperator(identity.deps, newEmail(), true)).rejects.toThrow('There is no admin with this email address')
  await expect(markOperator(identity.deps, await newOwner(app), true)).rejects.toThrow('There is no admin with this email address')
})

test('an admin sets a name, which events contain; an empty name resets it', async () => {
  const { id, token } = await newSession(identity, app)
  const setName = (name: string) => client(app).putAs(token, '/admin/me/name', { name })
  expect((await setName(' Dana Reyes ')).json()).toEqual({ username: 'Dana Reyes' })
  expect(await me(token)).toMatchObject({ username: 'Dana Reyes' })
  await setName('Dana Reyes')
  for (const name of ['dana@example.com', 'www.example.com'])
    expect((await setName(name)).json()).toMatchObject({ status: 422, errors: [{ field: 'name' }] })
  expect((await setName(' ')).json()).toEqual({ username: 'Admin' })
  const events = (await outboxOf(identity.db as never, UserChanged)).filter(({ data }) => data.userId === id)
  expect(events.map(({ data }) => [data.change, data.username])).toEqual([
    ['admin-added', 'Admin'],
    ['admin-renamed', 'Dana Reyes'],
    ['admin-renamed', 'Admin'],
  ])
})

test('marking an operator adds an audit entry', async () => {
  const email = await newAdmin('operator')
  await markOperator(identity.deps, email, true)
  const token = await enter(email)
  const { _id: subject } = await me(token)
  const [act] = (await client(app).get(OPERATIONS, token)).json<AuditEntry[]>()
  expect(act).toMatchObject({ act: 'mark-operator', subject, actor: null, affected: 1 })
})
