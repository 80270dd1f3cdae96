import { internalErasure, tableDigests, tablesKept, tablesKeptOfPerson, tablesWith } from '@app/chassis/testing/erasure.ts'
import { personKeyOf } from '@app/contracts/rules/customer-notes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyErasure, erasePerson } from '../src/erasure.ts'
import { add, INTERNAL_DATA_KEY, listedCustomers, type Owner, ownerWithSheet, type Service, setUp, TODAY, work } from './setup.ts'

let service: Service
let erase: ReturnType<typeof internalErasure>
beforeAll(async () => {
  service = await setUp({ background: false })
  erase = internalErasure(service.app, INTERNAL_DATA_KEY)
})
afterAll(() => service.stop())

async function addCustomer(owner: Owner, email: string): Promise<void> {
  const response = await add(service, owner, { 'First Name': 'Nora', 'Last Name': 'Quill', 'Email id': email })
  if (response.statusCode >= 300) throw new Error(response.body)
}

/** Adds a customer, a note on the customer, and an audience that contains the customer. */
async function busyOwner(email: string): Promise<Owner> {
  const { app, db } = service
  const owner = await ownerWithSheet(service)
  await listedCustomers(service, owner)
  await addCustomer(owner, email)
  await work(service, owner)
  const person = personKeyOf({ 'Email id': email, 'Mobile No': '', 'Customer ID': '' })
  const note = { person, kind: 'call', text: 'Nora wants a cake', happenedOn: TODAY }
  const added = await app.inject({ method: 'POST', url: '/crm/notes', payload: note, headers: owner.headers })
  if (added.statusCode !== 201) throw new Error(added.body)
  const dispatchId = crypto.randomUUID()
  await sql`
    insert into audience (dispatch_id, company_id, ticket_hash, as_of, people, skipped, expires_at)
    values (${dispatchId}, ${owner.company._id}, 'hash', now(), 1, '{}', now())`.execute(db)
  await sql`insert into audience_person (dispatch_id, position, email, merge) values (${dispatchId}, 1, ${email}, '{}')`.execute(db)
  return owner
}

test('the copy of a spreadsheet and all that was added to it is erased, and another company stays as it was', async () => {
  const { db } = service
  await busyOwner('otto@elm.example')
  const before = await tableDigests(db)
  const owner = await busyOwner('nora@pine.example')
  const { _id: companyId } = owner.company
  expect((await erase.company(companyId, owner.id)).tables).toMatchObject({ audience: 1, copy: 1, sheet: 1, customer_note: 1, company: 1 })
  expect(await tablesWith(db, [companyId, owner.id, 'nora@pine.example'])).toEqual([])
  expect(await tableDigests(db)).toEqual(before)
})

test('a person is erased from notes, audiences and finished changes, and rows in spreadsheets are reported', async () => {
  const { db } = service
  const owner = await busyOwner('kim@oak.example')
  await addCustomer(owner, 'kim@oak.example')
  await sql`update write set state = 'conflict'`.execute(db)
  expect(await tablesWith(db, ['kim@oak'])).toEqual(['audience_person', 'customer_note', 'write'])
  expect(await erase.person('Kim@oak.example')).toMatchObject({
    isComplete: true,
    tables: { customer_note: 1, audience_person: 1, write: 2 },
  })
  expect(await tablesWith(db, ['kim@oak'])).toEqual([])
  const { data } = await listedCustomers(service, owner)
  const customerIds = data.filter((row) => row['Email id'] === 'kim@oak.example').map((row) => row['Customer ID'])
  expect(customerIds.length).toBeGreaterThan(0)
  expect((await erase.person('kim@oak.example')).spreadsheets).toEqual([{ companyProfileId: owner.company._id, customerIds }])
})

test('every table is erased, or kept for a reason', async () => {
  expect(await tablesKept(service.db, companyErasure)).toEqual([])
  expect(await tablesKeptOfPerson(service.db, erasePerson)).toEqual([])
})
