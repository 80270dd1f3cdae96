import type { Customer, CustomerList, SheetWrite } from '@app/contracts/http/customers.ts'
import { type CustomerChanges, type CustomerField, customerFields } from '@app/contracts/rules/customers.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'

export const labels: Record<CustomerField, string> = {
  'First Name': 'First Name',
  'Last Name': 'Last Name',
  'Email id': 'Email',
  'Mobile No': 'Mobile No',
  Stage: 'Stage',
  'Lead Date': 'Lead Date',
  'Customer date': 'Customer Date',
  'Email Subscription': 'Email Subscription',
  'Other Details': 'Other Details',
}

export const NO_NAME = 'No name provided'
export const NO_EMAIL = 'No email'

export const fullName = (customer: Partial<Pick<Customer, 'First Name' | 'Last Name'>>): string =>
  [customer['First Name'], customer['Last Name']].filter((part) => part?.trim()).join(' ')

export const keyOfCustomer = (customer: Customer): string => customer['Customer ID'] || `row ${customer.row}`

export const textOf = (customer: Customer): string => customerFields.map((field) => customer[field]).join(' ')

const emptyCustomer: Customer = {
  row: 0,
  'First Name': '',
  'Last Name': '',
  'Email id': '',
  'Mobile No': '',
  Stage: '',
  'Lead Date': '',
  'Customer date': '',
  'Email Subscription': '',
  'Other Details': '',
  'Customer ID': '',
}

/**
 * Returns the rows with the pending and written changes applied. Later changes take precedence. Ignores refused changes and changes in
 * conflict. Added customers that are not in the spreadsheet yet come last, with the row number 0. Rows that a merge deletes are left out.
 */
export function rowsOf({ data, writes }: CustomerList): Customer[] {
  const shown = writes.filter(({ state }) => state === 'pending' || state === 'written')
  if (shown.length === 0) return [...data]
  const gone = new Set(shown.flatMap(({ removes }) => removes))
  const changes = new Map<string, CustomerChanges>()
  for (const { customerId, values } of shown) changes.set(customerId, { ...changes.get(customerId), ...values })
  const there = new Set(data.map((row) => row['Customer ID']))
  const added = shown
    .filter(({ kind, customerId }) => kind === 'add' && !there.has(customerId))
    .map(({ customerId }) => ({ ...emptyCustomer, ...changes.get(customerId), 'Customer ID': customerId }))
  const changed = data.map((row) => {
    const change = row['Customer ID'] && changes.get(row['Customer ID'])
    return change ? { ...row, ...change } : row
  })
  return [...changed, ...added].filter((row) => !gone.has(row['Customer ID']))
}

/** Groups rows by email address (trimmed, case-insensitive). Returns groups of two or more rows in the order of the spreadsheet. */
export function duplicatesOf(rows: readonly Customer[]): Customer[][] {
  const groups = Map.groupBy(
    rows.filter((row) => row['Email id'].trim()),
    (row) => normalizeEmail(row['Email id']),
  )
  return [...groups.values()].filter(({ length }) => length > 1)
}

/**
 * Returns the unfinished change that each row shows. If a row has several unfinished changes, a change that needs the owner's decision is
 * shown instead of a pending change.
 */
export function writeShownFor(writes: readonly SheetWrite[]): ReadonlyMap<string, SheetWrite> {
  const unfinished = writes.filter(({ state }) => state !== 'written')
  const rank = ({ state }: SheetWrite) => Number(state !== 'pending')
  return new Map(unfinished.toSorted((a, b) => rank(a) - rank(b)).map((write) => [write.customerId, write]))
}
