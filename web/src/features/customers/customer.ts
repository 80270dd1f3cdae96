import type { Customer, CustomerList, SheetWrite } from '@app/contracts/http/customers.ts'
import { type CustomerField, customerFields, withWrites } from '@app/contracts/rules/customers.ts'

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

/** Returns the rows with all changes applied, including unfinished ones. A row that is not in the spreadsheet yet has the row number 0. */
export const rowsOf = ({ data, writes }: CustomerList): Customer[] => withWrites(data, writes, (texts) => ({ ...texts, row: 0 }))

/**
 * Returns the unfinished change that each row shows. If a row has several unfinished changes, a change that needs the owner's decision is
 * shown instead of a pending change.
 */
export function writeShownFor(writes: readonly SheetWrite[]): ReadonlyMap<string, SheetWrite> {
  const unfinished = writes.filter(({ state }) => state !== 'written')
  const rank = ({ state }: SheetWrite) => Number(state !== 'pending')
  return new Map(unfinished.toSorted((a, b) => rank(a) - rank(b)).map((write) => [write.customerId, write]))
}
