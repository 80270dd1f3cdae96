import { Readable } from 'node:stream'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { operator, person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { routesWithKeys, type SentRequest, sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasureTokenOf } from '../src/erasure/erasure-link.ts'
import { type CompanyService, createCompany, FIELDS, INTERNAL_DATA_KEY } from './setup.ts'

let company: CompanyService
beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

const requests: Record<string, () => Promise<SentRequest>> = {
  async updateCompanyProfile() {
    const { payload, headers } = await multipart(FIELDS, { logo: png() })
    return { method: 'POST', url: '/company/update-company-profile', payload, headers: { ...headers, ...person('owner').headers } }
  },
  async setGsapi() {
    const { _id } = await company.create(person('owner'))
    const payload = { gsapi: 'https://script.google.com/macros/s/x/exec' }
    return { method: 'PUT', url: `/admin/company/${_id}/gsapi`, payload, headers: person('admin').headers }
  },
  async setCompanyManager() {
    const [{ _id }, { id: adminId, headers }] = [await company.create(person('owner')), await knownAdmin()]
    return { method: 'PUT', url: `/admin/company/${_id}/manager`, payload: { adminId }, headers }
  },
  async addCompanyNote() {
    return (await note()).request
  },
  async changeCompanyNote() {
    const { request } = await note()
    const { _id } = (await company.app.inject(request)).json()
    return { method: 'PUT', url: `${request.url}/${_id}`, payload: { text: 'Call on Mondays' }, headers: request.headers }
  },
  async removeCompanyNote() {
    const { request } = await note()
    const { _id } = (await company.app.inject(request)).json()
    return { method: 'DELETE', url: `${request.url}/${_id}`, headers: request.headers }
  },
  async requestOwnExport() {
    const owner = person('owner')
    await company.create(owner)
    return { method: 'POST', url: '/company/exports', headers: owner.headers }
  },
  async requestCompanyExport() {
    const { _id } = await company.create(person('owner'))
    return { method: 'POST', url: `/admin/company/${_id}/exports`, headers: person('admin').headers }
  },
  async requestErasure() {
    const owner = person('owner')
    await company.create(owner)
    return { method: 'POST', url: '/company/erasure', headers: owner.headers }
  },
  async keepCompany() {
    const { owner } = await leavingOwner()
    return { method: 'DELETE', url: '/company/erasure', headers: owner.headers }
  },
  async confirmErasure() {
    const { id } = await leavingOwner()
    return { method: 'POST', url: '/company/erasure/confirm', payload: { token: erasureTokenOf(INTERNAL_DATA_KEY, id) }, headers: {} }
  },
  async cancelErasure() {
    const { id } = await leavingOwner()
    return { method: 'POST', url: `/admin/erasures/${id}/cancel`, payload: { reason: 'Called us' }, headers: person('admin').headers }
  },
  async erasePersonEverywhere() {
    const payload = { email: 'kim@oak.example', reason: 'Asked by email' }
    return { method: 'POST', url: '/admin/persons/erase', payload, headers: operator().headers }
  },
  async handOverCompanies() {
    const [{ _id }, { id: adminId, headers }] = [await company.create(person('owner')), await knownAdmin()]
    return { method: 'POST', url: '/admin/companies/manager', payload: { companyIds: [_id], adminId }, headers }
  },
}

/** Returns an owner who has requested the erasure of the company, and the id of the erasure. */
async function leavingOwner() {
  const owner = person('owner')
  await company.create(owner)
  await company.app.inject({ method: 'POST', url: '/company/erasure', headers: owner.headers })
  const { id } = await company.db.selectFrom('erasure').select('id').where('owner_id', '=', owner.id).executeTakeFirstOrThrow()
  return { owner, id }
}

/** Returns an admin whom an event of identity has reported. */
async function knownAdmin() {
  const admin = person('admin')
  await company.db.insertInto('admins').values({ id: admin.id, name: 'Dana Reyes', is_removed: false, version: 1 }).execute()
  return admin
}

/** Returns a request that adds a note. */
async function note() {
  const [{ _id }, { headers }] = [await company.create(person('owner')), await knownAdmin()]
  return { request: { method: 'POST', url: `/admin/company/${_id}/notes`, payload: { text: 'Call on Fridays' }, headers } as const }
}

/** Returns the number of events. The erasure of a person adds an entry to the audit trail instead. */
async function effects(): Promise<number> {
  const events = await company.db.selectFrom('outbox').select('id').execute()
  const erased = await company.db.selectFrom('audit_entry').select('id').where('action', '=', 'erase-person').execute()
  return events.length + erased.length
}

test('every route that accepts idempotency keys is tested', () => {
  expect(Object.keys(requests).sort()).toEqual(routesWithKeys('company').sort())
})

test.each(Object.entries(requests))('%s has one effect when it is sent again with its idempotency key', async (_id, make) => {
  const request = await make()
  const before = await effects()
  const { answers, replayed } = await sendThreeTimes(company.app, request)
  expect(answers).toEqual([expect.stringMatching(/^20[01] /)])
  expect(replayed).toBe(2)
  expect(await effects()).toBe(before + 1)
})

test('a logo that was uploaded to a signed URL is stored once', async () => {
  const owner = person('owner')
  const { url } = (await company.app.inject({ url: '/get-upload-url?fileName=a.png', headers: owner.headers })).json()
  const key = company.store.keyOf(url) ?? ''
  await company.store.put(key, Readable.from([png()], { objectMode: false }), 'image/png', AbortSignal.timeout(10_000))
  const stored = await company.keys('public/company/')
  const { payload, headers } = await multipart({ ...FIELDS, logoUrl: url })
  const request: SentRequest = {
    method: 'POST',
    url: '/company/update-company-profile',
    payload,
    headers: { ...headers, ...owner.headers },
  }
  const { answers } = await sendThreeTimes(company.app, request)
  expect(answers).toHaveLength(1)
  expect(await company.keys('public/company/')).toHaveLength(stored.length + 1)
})
