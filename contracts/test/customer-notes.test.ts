import { expect, it } from 'vitest'
import { checkCustomerNote, isPersonKey, PERSON_KEY_MAX, personKeyOf } from '../src/rules/customer-notes.ts'

const TODAY = '2026-11-22'
const row = { 'Email id': '', 'Mobile No': '', 'Customer ID': '' }

it.each([
  [{ 'Email id': ' Ann@Shop.example ', 'Mobile No': '803-555-0101', 'Customer ID': 'c-1' }, 'email:ann@shop.example'],
  [{ 'Email id': 'none', 'Mobile No': '+1 (803) 555-0101', 'Customer ID': 'c-1' }, 'phone:+18035550101'],
  [{ 'Mobile No': '12', 'Customer ID': 'c-1' }, 'id:c-1'],
  [{ 'Mobile No': '1'.repeat(100_000), 'Customer ID': 'c-1' }, 'id:c-1'],
  [{}, undefined],
])('%#: the person key is the email address, the phone number or the Customer ID', (cells, key) => {
  expect(personKeyOf({ ...row, ...cells })).toBe(key)
  if (key) expect(isPersonKey(key)).toBe(true)
})

it.each([
  '',
  'ann@shop.example',
  'email:',
  'email:Ann@shop.example',
  'email: ann@shop.example',
  'phone:803-555-0101',
  'phone:12',
  'id:',
  `id:${'c'.repeat(PERSON_KEY_MAX)}`,
  'row:2',
])('%j is no person key', (text) => {
  expect(isPersonKey(text)).toBe(false)
})

it('a note needs a text unless it is a contact, and a valid date that is not in the future', () => {
  const fieldsOf = (entry: Parameters<typeof checkCustomerNote>[0]) => checkCustomerNote(entry, TODAY).map(({ field }) => field)
  expect(fieldsOf({ kind: 'call', text: '', happenedOn: TODAY })).toEqual([])
  expect(fieldsOf({ kind: 'note', text: ' ', happenedOn: TODAY })).toEqual(['text'])
  expect(fieldsOf({ kind: 'call', text: '', happenedOn: '2026-11-23' })).toEqual(['happenedOn'])
  expect(fieldsOf({ kind: 'note', text: '', happenedOn: '2026-02-30' })).toEqual(['text', 'happenedOn'])
})
