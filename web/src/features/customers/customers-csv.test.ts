import { customerColumns } from '@app/contracts/rules/customers.ts'
import { expect, it } from 'vitest'
import { toCsv } from './customers-csv.ts'

const rowOf = (changes: object) => ({
  ...(Object.fromEntries(customerColumns.map((column) => [column, ''])) as Record<(typeof customerColumns)[number], string>),
  row: 2,
  ...changes,
})

it('contains the columns of the sheet and a UTF-8 byte order mark, and quotes special characters', () => {
  const text = toCsv([rowOf({ 'First Name': 'Zoë', 'Last Name': 'Lee, "Jr."', 'Other Details': 'two\nlines', 'Customer ID': 'c-1' })])
  expect(text).toBe(
    '\uFEFFFirst Name,Last Name,Email id,Mobile No,Stage,Lead Date,Customer date,Email Subscription,Other Details,Customer ID\r\n' +
      'Zoë,"Lee, ""Jr.""",,,,,,,"two\nlines",c-1\r\n',
  )
})

it.each(['=1+1', '+18035550142', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  '%j is escaped so that a spreadsheet does not run it as a formula',
  (text) => {
    expect(
      toCsv([rowOf({ 'Mobile No': text })])
        .split('\r\n')
        .slice(1)
        .join('\r\n'),
    ).toContain(`'${text}`)
  },
)
