import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { findForeignAccess } from '@app/chassis/testing/foreign-records.ts'
import type { Customer } from '@app/contracts/http/customers.ts'
import { personKeyOf } from '@app/contracts/rules/customer-notes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADA, add, HEADERS, listedCustomers, merge, ownerWithSheet, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

test('each route rejects callers without access', async () => {
  expect(await findAccessViolations(service.app, 'crm-proxy')).toEqual([])
})

const BO = ['Bo', 'Hill', 'bo@hill.example', '', 'Lead', '2026-03-02', '', 'Yes', '', 'c-bo']

test('customers, changes and notes of another owner are neither returned nor changed, however valid the request is', async () => {
  const { app, db } = service
  const owner = await ownerWithSheet(service)
  const stranger = await ownerWithSheet(service, { rows: [HEADERS, BO] })
  const [{ data }] = await Promise.all([listedCustomers(service, owner), listedCustomers(service, stranger)])
  const write = (await add(service, owner, { 'First Name': 'Cy', 'Last Name': 'Reed', 'Email id': 'cy@reed.example' })).json().write
  await db.updateTable('write').set({ state: 'refused' }).where('id', '=', write.id).execute()
  const note = await app.inject({
    method: 'POST',
    url: '/crm/notes',
    payload: { person: personKeyOf(data[0] as Customer), kind: 'note', text: 'Likes pies', happenedOn: '2026-11-20' },
    headers: owner.headers,
  })
  const wrong = await findForeignAccess({
    app,
    db,
    service: 'crm-proxy',
    owner,
    stranger,
    ids: { id: write.id, customerId: 'c-ada' },
    valid: { updateCustomer: { body: { values: { 'First Name': 'Eve' } } }, removeCustomerNote: { params: { id: note.json()._id } } },
    // The body has an email address, and no id of a record.
    except: ['addCustomer'],
  })
  expect(wrong).toEqual([])
  const rows = data.map(({ row: _, ...cells }) => cells)
  expect((await merge(service, stranger, { rows, values: { 'First Name': 'Eve' } })).statusCode).toBe(404)
  expect((await listedCustomers(service, owner, '?fresh=true')).data[0]?.['Last Name']).toBe(ADA[1])
})
