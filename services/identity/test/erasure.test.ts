import { internalErasure, tableDigests, tablesKept, tablesKeptOfPerson, tablesWith } from '@app/chassis/testing/erasure.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyErasure, erasePerson } from '../src/accounts/erase-account.ts'
import { client, createIdentity, type Identity, INTERNAL_DATA_KEY, newAdmin, newEmail, signedInOwner } from './setup.ts'

let identity: Identity
beforeAll(async () => {
  identity = await createIdentity()
})
afterAll(() => identity.close())

test('the account of an owner is erased: the token ends at once, the row when no token can be valid, and the address is free', async () => {
  const app = await identity.build()
  const erase = internalErasure(app, INTERNAL_DATA_KEY)
  await signedInOwner(app)
  await newAdmin(identity, app)
  // Hashes of clients and limits expire by themselves.
  const expiring = ['known_clients', 'rate_limits', 'sign_in_failures']
  const before = await tableDigests(identity.db, expiring)
  const owner = await signedInOwner(app)
  await client(app).post('/reset-password', { email: owner.email })
  const companyId = crypto.randomUUID()

  expect((await erase.company(companyId, owner.id, false)).tables).toMatchObject({ users: 1 })
  expect((await client(app).get('/me', owner.token)).statusCode).toBe(401)
  expect((await client(app).get('/internal/revocations', '')).body).toContain(owner.id)
  expect(await tablesWith(identity.db, [owner.email])).toEqual(['outbox'])

  await identity.db.deleteFrom('outbox').where('id', 'is not', null).execute()
  await erase.company(companyId, owner.id)
  expect(await tablesWith(identity.db, [owner.email, owner.id])).toEqual([])
  const { outbox: _, ...kept } = before
  expect(await tableDigests(identity.db, expiring)).toEqual(kept)
  expect((await client(app).signUp(owner.email)).statusCode).toBe(201)
})

test('an admin is never erased with a company, and a person with an account is refused', async () => {
  const app = await identity.build()
  const erase = internalErasure(app, INTERNAL_DATA_KEY)
  const admin = await newAdmin(identity, app)
  await erase.company(crypto.randomUUID(), admin.id)
  await expect(erase.person(admin.email.toUpperCase())).rejects.toThrow('person-has-account')
  expect(await erase.person(newEmail())).toMatchObject({ isComplete: true })
})

test('every table is erased, or kept for a reason', async () => {
  const kept = {
    known_clients: 'hashes of clients, which expire',
    secrets: 'keys of the service',
    sign_in_failures: 'hashes of clients and addresses, which expire',
    signing_keys: 'keys of the service',
  }
  expect(await tablesKept(identity.db, companyErasure(identity.deps))).toEqual(Object.keys(kept))
  // Accounts are refused.
  expect(await tablesKeptOfPerson(identity.db, erasePerson)).toEqual(['users'])
})
