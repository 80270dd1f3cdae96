import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyTables, createCompanyTable, findCompany, findCompanyOf, saveCompany } from '../../src/companies/company-projection.ts'
import { ownCompany } from '../../src/companies/own-company.ts'

let database: TestDatabase
let db: Kysely<CompanyTables>

beforeAll(async () => {
  database = await createTestDatabase('company', { '0001-company': { up: createCompanyTable } })
  db = connect({ url: database.url, schema: 'company', max: 4, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const texts = Object.fromEntries(Object.keys(CompanyProfile.properties).map((key) => [key, '']))
const profile = (companyName: string, ownerId: string) => ({ ...texts, _id: ownerId, companyName }) as CompanyProfile

/** Saves a company. The company and its owner have the same id. */
async function newCompany(): Promise<string> {
  const ownerId = crypto.randomUUID()
  await saveCompany(db, { ownerId, profile: profile('first', ownerId), version: 1 })
  return ownerId
}

it('keeps the newest profile if events arrive out of order', async () => {
  const ownerId = crypto.randomUUID()
  await saveCompany(db, { ownerId, profile: profile('second', ownerId), version: 2 })
  await saveCompany(db, { ownerId, profile: profile('first', ownerId), version: 1 })
  expect(await findCompany(db, ownerId)).toEqual({ id: ownerId, ownerId, name: 'second' })
  await saveCompany(db, { ownerId, profile: profile('third', ownerId), version: 3 })
  expect(await findCompanyOf(db, ownerId)).toMatchObject({ name: 'third' })
})

it('saves a new company concurrently from events and from the company service, and keeps the newest version', {
  tags: 'nightly',
}, async () => {
  for (let round = 0; round < 200; round++) {
    const id = crypto.randomUUID()
    const save = (version: number) => saveCompany(db, { ownerId: id, profile: profile(`version ${version}`, id), version })
    await Promise.all([save(0), save(2), save(1), save(2)])
    expect(await findCompany(db, id)).toMatchObject({ name: 'version 2' })
  }
})

it('rejects a second company of an owner', async () => {
  const ownerId = await newCompany()
  const other = { ...profile('other', ownerId), _id: crypto.randomUUID() }
  await expect(saveCompany(db, { ownerId, profile: other, version: 1 })).rejects.toThrow('company_owner_id_key')
})

it('returns only the company of the owner, without a request if the company is stored', async () => {
  const ownerId = await newCompany()
  const deps = { db, companyUrl: 'http://127.0.0.1:1' }
  const owner = { id: ownerId, authorization: 'Bearer x' }
  expect(await ownCompany(deps, owner, ownerId.toUpperCase())).toMatchObject({ id: ownerId })
  await expect(ownCompany(deps, owner, crypto.randomUUID())).rejects.toMatchObject({ code: 'company-not-found' })
})
