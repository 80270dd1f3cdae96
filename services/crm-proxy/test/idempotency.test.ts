import { routesWithKeys, type SentRequest, sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listedCustomers, type Owner, ownerWithSheet, type Service, setUp, TODAY, work } from './setup.ts'

let service: Service
let owner: Owner
beforeAll(async () => {
  service = await setUp({ background: false })
})
beforeEach(async () => {
  owner = await ownerWithSheet(service)
  await listedCustomers(service, owner)
})
afterAll(() => service.stop())

const CLEO = { 'First Name': 'Cleo', 'Last Name': 'Dune', 'Email id': 'cleo@dune.example' }

/** Stores a change that conflicts with the sheet. Returns its id. */
async function conflict(): Promise<string> {
  await owner.sheet.type(2, 5, 'Lost')
  const payload = { values: { Stage: 'Customer' }, seen: { Stage: 'Lead' } }
  const response = await service.app.inject({ method: 'PUT', url: '/crm/customers/c-ada', payload, headers: owner.headers })
  await work(service, owner)
  return response.json().write.id
}

const NOTE = { person: 'email:ada@marsh.example', kind: 'call', text: '', happenedOn: TODAY }

/** Stores a note. Returns its id. */
async function note(): Promise<string> {
  const response = await service.app.inject({ method: 'POST', url: '/crm/notes', payload: NOTE, headers: owner.headers })
  return response.json()._id
}

/** For each route with an Idempotency-Key: a function that makes a request, and the number of changes or notes that it stores. */
const requests: Record<string, { make: () => Promise<SentRequest>; writes: number }> = {
  addCustomer: { make: async () => ({ method: 'POST', url: '/crm/customers', payload: CLEO, headers: owner.headers }), writes: 1 },
  updateCustomer: {
    make: async () => ({ method: 'PUT', url: '/crm/customers/c-ben', payload: { values: { 'Mobile No': '1' } }, headers: owner.headers }),
    writes: 1,
  },
  mergeCustomers: {
    make: async () => {
      const [ada, ben] = (await listedCustomers(service, owner, '?fresh=true')).data.map(({ row: _, ...texts }) => texts)
      return { method: 'POST', url: '/crm/merges', payload: { rows: [ada, ben], values: {} }, headers: owner.headers }
    },
    writes: 1,
  },
  dropWrite: { make: async () => ({ method: 'DELETE', url: `/crm/writes/${await conflict()}`, headers: owner.headers }), writes: -1 },
  addCustomerNote: { make: async () => ({ method: 'POST', url: '/crm/notes', payload: NOTE, headers: owner.headers }), writes: 1 },
  removeCustomerNote: {
    make: async () => ({ method: 'DELETE', url: `/crm/notes/${await note()}`, headers: owner.headers }),
    writes: -1,
  },
}

async function count(): Promise<number> {
  const writes = await service.db.selectFrom('write').select('id').execute()
  const notes = await service.db.selectFrom('customer_note').select('id').execute()
  return writes.length + notes.length
}

test('all routes with an Idempotency-Key are tested', () => {
  expect(Object.keys(requests).sort()).toEqual(routesWithKeys('crm-proxy').sort())
})

test.each(Object.entries(requests))('%s repeated with its key takes effect once', async (_id, { make, writes }) => {
  const request = await make()
  const before = await count()
  const { answers, replayed } = await sendThreeTimes(service.app, request)
  expect(answers).toEqual([expect.stringMatching(/^20[012] /)])
  expect(replayed).toBe(2)
  expect(await count()).toBe(before + writes)
})
