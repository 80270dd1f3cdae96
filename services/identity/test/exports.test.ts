import type { App } from '@app/chassis/http/app.ts'
import { exportedRecords } from '@app/chassis/testing/exported-records.ts'
import { exportedOwner } from '@app/contracts/export/company.ts'
import { exportIdentityRecords } from '@app/contracts/http/export-records.ts'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, createIdentity, type Identity, INTERNAL_DATA_KEY, newAdmin, newEmail } from './setup.ts'

let identity: Identity
let app: App
const exported = exportedRecords(() => app, exportIdentityRecords, INTERNAL_DATA_KEY)
beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build()
})
afterAll(() => identity.close())

it('the account of the owner is exported without secrets, and no account of an admin', async () => {
  const email = newEmail()
  await client(app).signUp(email)
  await client(app).signUp(newEmail())
  const { id, hash } = await identity.db
    .selectFrom('users')
    .select(['id', 'password_hash as hash'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const of = (userId: string) => ({ id: userId, company: { _id: crypto.randomUUID() } })
  const { owner = [] } = await exported.every(of(id))
  expect(owner).toEqual([{ id, email, username: 'Ada', createdAt: expect.any(String) }])
  expect(Value.Errors(exportedOwner.record, owner[0])).toEqual([])
  expect(JSON.stringify(owner)).not.toContain(hash)
  await newAdmin(identity, app)
  const admin = await identity.db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  expect(await exported.every(of(admin.id))).toEqual({ owner: [] })
})
