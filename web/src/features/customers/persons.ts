import type { Customer, CustomerList } from '@app/contracts/http/customers.ts'
import { personKeyOf } from '@app/contracts/rules/customer-notes.ts'
import { rowsOf } from './customer.ts'

export type PersonOf = (customer: Customer) => string | undefined

/**
 * Returns a function that maps a row to its person key. A pending change may give the row a new key, for example because of a new email
 * address. The notes on the person move to the new key only when the change is in the spreadsheet. Until then, the row is mapped to the old
 * key.
 */
export function personsOf(list: CustomerList | undefined): PersonOf {
  const pending = new Set(list?.writes.filter(({ state }) => state === 'pending').map(({ customerId }) => customerId))
  if (!list || pending.size === 0) return personKeyOf
  const stored = rowsOf({ ...list, writes: list.writes.filter(({ state }) => state !== 'pending') })
  const known = new Map(stored.filter(({ 'Customer ID': id }) => pending.has(id)).map((row) => [row['Customer ID'], personKeyOf(row)]))
  return (customer) => known.get(customer['Customer ID']) ?? personKeyOf(customer)
}
