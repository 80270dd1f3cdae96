import { findForeignAccess } from '@app/chassis/testing/foreign-records.ts'
import { person } from '@app/chassis/testing/people.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyService, createCompany, FIELDS } from './setup.ts'

let company: CompanyService
beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

it('the profile of another owner cannot be changed and the exports cannot be downloaded, however valid the request is', async () => {
  const [owner, stranger] = [person('owner'), person('owner')]
  const { _id = '' } = await company.create(owner)
  await company.create(stranger)
  const valid = { updateCompanyProfile: { fields: FIELDS } }
  const { app, db } = company
  const { _id: id } = (await app.inject({ method: 'POST', url: '/company/exports', headers: owner.headers })).json()
  expect(await findForeignAccess({ app, db, service: 'company', owner, stranger, ids: { _id, id }, valid })).toEqual([])
})
