import type { CustomerList } from '@app/contracts/http/customers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainScript } from './plain-script.ts'
import { ADA, customer, HEADERS, listedCustomers, ownerWithSheet, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

test.each([
  ['of ours', undefined],
  ['of an owner', plainScript],
])('rows with moved, renamed or missing columns, unknown words and errors are read from a script %s', async (_, script) => {
  const headers = ['Customer ID', 'E-mail', 'first name', 'LastName', 'Status', 'Lead Date', 'Notes', 'Colour', 'Subscribed']
  const rows = [
    headers,
    ['c1', 'ada@marsh.example', 'Ada', 'Marsh', 'CUSTOMER', '3/2/2026', '', 'red', 'x'],
    ['c2', 'ben@reed.example', 'Ben', 'Reed', 'lead ', "'5. März 2026", { value: '#REF!', formula: '=A99' }, '', 'nein'],
    ['', '', '', '', '', '', '', '', ''],
    ['c3', 'ben@reed.example', 'Ben', 'Reed', 'Somewhere', 'soon', '', '', 'maybe'],
    ['c1', 'cleo@dune.example', 'Cleo', 'Dune', 'Kunde', '', '', '', ''],
  ]
  const owner = await ownerWithSheet(service, { rows, script })
  const response = await listedCustomers(service, owner)
  expect(
    response.data.map((row) => [row.row, row['Customer ID'], row['First Name'], row.Stage, row['Lead Date'], row['Email Subscription']]),
  ).toEqual([
    // Rows 2 and 6 of the sheet have the same id, so the response contains no id for them.
    [2, '', 'Ada', 'Customer', '2026-03-02', 'Yes'],
    [3, 'c2', 'Ben', 'Lead', '2026-03-05', 'No'],
    [5, 'c3', 'Ben', 'Somewhere', 'soon', 'maybe'],
    [6, '', 'Cleo', 'Customer', '', ''],
  ])
  expect(response.missing).toEqual(['Mobile No', 'Customer date'])
  expect(response.notUnderstood).toEqual({
    count: 4,
    first: [
      { row: 3, column: 'Other Details', value: '#REF!', message: expect.stringMatching('^is a spreadsheet error') },
      { row: 5, column: 'Stage', value: 'Somewhere', message: 'is not Lead, Customer or Lost' },
      { row: 5, column: 'Lead Date', value: 'soon', message: 'is not a date we can read' },
      { row: 5, column: 'Email Subscription', value: 'maybe', message: 'is not Yes or No' },
    ],
  })
})

test('our script adds missing ids; an owner’s script does not', async () => {
  const rows = [HEADERS, [...ADA.slice(0, 9), '']]
  const ours = await listedCustomers(service, await ownerWithSheet(service, { rows }))
  expect(ours.data[0]?.['Customer ID']).toMatch(/^[\da-f-]{36}$/)
  const plain = await listedCustomers(service, await ownerWithSheet(service, { rows, script: plainScript }))
  expect(plain.data[0]?.['Customer ID']).toBe('')
})

test.each([
  ['of ours', undefined],
  ['of an owner', plainScript],
])('an empty sheet of a script %s has no rows and no missing columns', async (_, script) => {
  const response = await listedCustomers(service, await ownerWithSheet(service, { rows: script ? [HEADERS] : [], script }))
  expect(response).toMatchObject({ data: [], missing: [], notUnderstood: { count: 0 } })
})

test('rows beyond one page are read in pages of one revision', { tags: 'nightly' }, async () => {
  const many = Array.from({ length: 10_100 }, (_, n) => [...ADA.slice(0, 9), `c-${n}`])
  const owner = await ownerWithSheet(service, { rows: [HEADERS, ...many] })
  const response: CustomerList = await listedCustomers(service, owner)
  expect(response.data).toHaveLength(10_100)
  expect(response.data.at(-1)).toEqual(customer([...ADA.slice(0, 9), 'c-10099'], 10_101))
  expect((await owner.sheet.calls()).calls.map(({ action }) => action)).toEqual([undefined, 'list', 'list'])
})
