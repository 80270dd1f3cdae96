import type { App } from '@app/chassis/http/app.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markOperator } from '../src/admins/mark-operator.ts'
import { putAdmin } from '../src/admins/put-admin.ts'
import { runCommand } from './command.ts'
import { client, createIdentity, type Identity, newEmail, PASSWORD } from './setup.ts'

const LAST = 'This is the last operator'

let identity: Identity
let app: App
beforeEach(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterEach(() => identity.close())

async function newOperator(by: 'configuration' | 'operator' = 'operator'): Promise<string> {
  const email = newEmail()
  await putAdmin(identity.deps, { email, password: PASSWORD, by })
  await markOperator(identity.deps, email, true)
  return email
}

const enter = async (email: string, password = PASSWORD) => client(app).post('/admin/login', { email, password })
const operators = () => identity.db.selectFrom('users').select('email').where('is_operator', '=', true).execute()
const isOperator = async (email: string): Promise<boolean> =>
  (await client(app).get('/admin/operations/identity/acts', (await enter(email)).json().token)).statusCode === 200

function addAdmin(args: readonly string[], input?: string) {
  return runCommand('add-admin.ts', args, { DATABASE_URL: identity.url }, input)
}

test('the last operator cannot be unmarked, even if the last two are unmarked concurrently', { tags: 'nightly' }, async () => {
  const [one, other] = [await newOperator(), await newOperator()]
  const outcomes = await Promise.allSettled([one, other].map((email) => markOperator(identity.deps, email, false)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [left] = await operators()
  expect(await operators()).toHaveLength(1)
  const refused = await addAdmin([left?.email ?? '', '--no-operator'])
  expect(refused).toEqual({ code: 1, printed: expect.stringContaining(LAST) })
  expect(await operators()).toHaveLength(1)
})

test('one operator remains when one removes the other while the first is unmarked', { tags: 'nightly' }, async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await newOperator(), await newOperator()]
    await identity.db.updateTable('users').set({ is_operator: false }).where('email', 'not in', [one, other]).execute()
    const { token } = (await enter(one)).json()
    const { id } = await identity.db.selectFrom('users').select('id').where('email', '=', other).executeTakeFirstOrThrow()
    await Promise.allSettled([client(app).remove(id, token), markOperator(identity.deps, one, false)])
    expect(await operators()).toHaveLength(1)
  }
})

test('the command restores a removed first admin as an operator', { tags: 'nightly' }, async () => {
  const [first, other] = [await newOperator('configuration'), await newOperator()]
  const { token } = (await enter(other)).json()
  const { id } = await identity.db.selectFrom('users').select('id').where('email', '=', first).executeTakeFirstOrThrow()
  expect((await client(app).remove(id, token)).statusCode).toBe(200)
  expect((await enter(first)).statusCode).toBe(401)

  const restored = await addAdmin([first, '--operator'], `${PASSWORD}\n`)
  expect(restored).toEqual({ code: 0, printed: `${first}: created, is an operator\n` })
  expect(await isOperator(first)).toBe(true)
})

test('the command adds an operator if there is no admin, and rejects a weak password and an unknown email address', {
  tags: 'nightly',
}, async () => {
  const email = newEmail()
  expect(await addAdmin([email, '--operator'], 'weak\n')).toMatchObject({
    code: 1,
    printed: expect.stringContaining('security requirements'),
  })
  expect(await addAdmin([email, '--no-operator'])).toMatchObject({ code: 1 })
  expect(await addAdmin([email, '--reset-second-factor'])).toMatchObject({ code: 1 })
  expect(await operators()).toEqual([])
  expect(await addAdmin([email, '--operator'], PASSWORD)).toMatchObject({ code: 0 })
  expect(await isOperator(email)).toBe(true)
})

test('the command sets a forgotten password of an operator, who stays an operator', { tags: 'nightly' }, async () => {
  const email = await newOperator()
  expect(await addAdmin([email], 'Another-horse-2!')).toEqual({ code: 0, printed: `${email}: password changed\n` })
  expect((await enter(email)).statusCode).toBe(401)
  const { token } = (await enter(email, 'Another-horse-2!')).json()
  expect((await client(app).get('/admin/operations/identity/acts', token)).statusCode).toBe(200)
})
