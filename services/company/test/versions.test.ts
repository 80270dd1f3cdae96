import { multipart } from '@app/chassis/testing/multipart.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyService, createCompany, FIELDS } from './setup.ts'

let company: CompanyService
beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

const read = async (owner: ReturnType<typeof person>) =>
  (await company.app.inject({ url: '/company/get-company-profile', headers: owner.headers })).json()

const eventsOf = async (ownerId: string) =>
  (await outboxOf(company.db as never, CompanyProfileSaved)).filter((event) => event.data.ownerId === ownerId)

const CHANGED = { status: 409, code: 'profile-changed', message: 'This profile was changed elsewhere. Please look at what changed.' }

it('is incremented with every save, and is in responses and events', async () => {
  const owner = person('owner')
  const { version } = await company.create(owner)
  expect(version).toBe(1)
  expect((await company.save(owner, { version: '1', city: 'Columbia' })).json().companyProfile.version).toBe(2)
  expect((await read(owner)).version).toBe(2)
  expect((await eventsOf(owner.id)).map(({ aggregateversion, data }) => [aggregateversion, data.profile.version])).toEqual([
    [1, 1],
    [2, 2],
  ])
})

it('makes one of two concurrent saves fail with 409 and the current profile, without changes and files', { tags: 'nightly' }, async () => {
  const owner = person('owner')
  await company.create(owner)
  const before = await company.keys('')
  const replies = await Promise.all([
    company.save(owner, { version: '1', city: 'Columbia' }, { brandRelateImage1: png() }),
    company.save(owner, { version: '1', city: 'Charleston' }, { brandRelateImage1: png() }),
  ])
  const [won, lost] = replies.sort((a, b) => a.statusCode - b.statusCode)
  const profile = await read(owner)
  expect(won?.json().companyProfile).toEqual(profile)
  expect(lost?.json()).toMatchObject({ ...CHANGED, companyProfile: profile })
  expect(await company.keys('')).toHaveLength(before.length + 1)
  expect(await eventsOf(owner.id)).toHaveLength(2)

  const again = await company.save(owner, { version: '2', city: 'Charleston' })
  expect(again.json().companyProfile).toMatchObject({ city: 'Charleston', version: 3, brandRelateImage1: profile.brandRelateImage1 })
})

it('does not delete the upload of a save that fails, so that a retry succeeds', async () => {
  const owner = person('owner')
  await company.create(owner)
  const { url } = (await company.app.inject({ url: '/get-upload-url?fileName=a.png', headers: owner.headers })).json()
  await company.put(url, png())
  const logoUrl = url.split('?')[0]
  const before = await company.keys('')
  expect((await company.save(owner, { version: '7', logoUrl })).json()).toMatchObject(CHANGED)
  expect(await company.keys('')).toEqual(before)
  expect((await company.save(owner, { version: '1', logoUrl })).statusCode).toBe(200)
})

it('is not checked again when a request is repeated with its idempotency key', async () => {
  const owner = person('owner')
  await company.create(owner)
  const { payload, headers } = await multipart({ version: '1', city: 'Columbia' })
  const request = { method: 'POST', url: '/company/update-company-profile', payload, headers: { ...headers, ...owner.headers } } as const
  const { answers, replayed } = await sendThreeTimes(company.app, request)
  expect(answers).toEqual([expect.stringMatching(/^200 /)])
  expect(replayed).toBe(2)
})

it('is optional in a save, and must be a positive integer', async () => {
  const owner = person('owner')
  await company.create(owner)
  await company.save(owner, { version: '1', city: 'Columbia' })
  expect((await company.save(owner, { zip: '29201' })).json().companyProfile).toMatchObject({ city: 'Columbia', zip: '29201', version: 3 })
  for (const version of ['0', '-1', '1.5', 'one']) expect((await company.save(owner, { version })).statusCode).toBe(400)
})

it('is rejected for a company that does not exist', async () => {
  const owner = person('owner')
  expect((await company.save(owner, { ...FIELDS, version: '1' }, { logo: png() })).statusCode).toBe(404)
  expect(await company.db.selectFrom('companies').select('id').where('owner_id', '=', owner.id).execute()).toEqual([])
})

it('is also incremented by an admin’s change, and the 409 response contains this change', async () => {
  const owner = person('owner')
  const seen = await company.create(owner)
  const gsapi = 'https://script.google.com/macros/s/abc/exec'
  await company.app.inject({
    method: 'PUT',
    url: `/admin/company/${seen._id}/gsapi`,
    payload: { gsapi },
    headers: person('admin').headers,
  })
  const refused = await company.save(owner, { version: '1', city: 'Columbia' })
  expect(refused.json()).toMatchObject(CHANGED)
  const { companyProfile } = refused.json()
  expect(companyProfile).toEqual({ ...seen, gsapi, version: 2, updatedAt: companyProfile.updatedAt })
})
