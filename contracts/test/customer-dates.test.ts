import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCustomerChanges, checkNewCustomer, enUsDate, withCalendarDates } from '../src/rules/customers.ts'

const CLEO = { 'First Name': 'Cleo', 'Last Name': 'Dune', 'Email id': 'cleo@dune.example' }
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('a date is accepted as YYYY-MM-DD and in the en-US form', () => {
  fc.assert(
    fc.property(day, (date) => {
      const [year = '', month, dayOfMonth] = date.split('-')
      for (const text of [date, `${month}/${dayOfMonth}/${year}`, `${Number(month)}/${Number(dayOfMonth)}/${year}`]) {
        expect(withCalendarDates({ 'Lead Date': text, 'Customer date': text })).toEqual({ 'Lead Date': date, 'Customer date': date })
        expect(checkNewCustomer({ ...CLEO, 'Lead Date': text })).toEqual([])
      }
    }),
  )
  expect(enUsDate('2026-11-05')).toBe('11/5/2026')
})

test.each(['02/30/2026', '2026-02-30', '13/1/2026', '0/1/2026', '1/0/2026', '2/29/2027', '1/1/26', 'soon'])(
  '%s is refused, in either field, and stays as it is',
  (text) => {
    const fault = (field: string) => ({ field, message: 'Please enter a valid date' })
    const dates = { 'Lead Date': text, 'Customer date': text }
    expect(checkNewCustomer({ ...CLEO, ...dates })).toEqual([fault('Lead Date'), fault('Customer date')])
    expect(checkCustomerChanges(dates)).toEqual([fault('Lead Date'), fault('Customer date')])
    expect(withCalendarDates(dates)).toEqual(dates)
  },
)

test('an empty date is accepted as no date', () => {
  expect(checkCustomerChanges({ 'Lead Date': '' })).toEqual([])
  expect(withCalendarDates({ Stage: 'Lead', 'Lead Date': '' })).toEqual({ Stage: 'Lead', 'Lead Date': '' })
})
