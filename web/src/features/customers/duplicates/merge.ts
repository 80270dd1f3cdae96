import type { Customer } from '@app/contracts/http/customers.ts'
import {
  type CustomerChanges,
  type CustomerField,
  checkCustomerChanges,
  customerFields,
  customerStages,
  mergedCustomer,
  subscriptionWords,
} from '@app/contracts/rules/customers.ts'

export interface Merge {
  keep: Customer
  others: readonly Customer[]
  changes: CustomerChanges
  /** Fields that are not copied, because the values of the other rows are invalid. */
  leftOut: readonly CustomerField[]
}

/** Returns what a merge changes. The row `keep` gets missing values from the other rows, which are deleted. */
export function mergeOf(group: readonly Customer[], keep: Customer): Merge {
  const others = group.filter((row) => row !== keep)
  const merged = mergedCustomer([keep, ...others])
  const differing = customerFields.filter((field) => merged[field]?.trim() !== keep[field].trim())
  const leftOut = differing.filter((field) => !isUnderstood(field, merged[field] ?? ''))
  const changed = differing.filter((field) => !leftOut.includes(field))
  return { keep, others, changes: Object.fromEntries(changed.map((field) => [field, merged[field]])), leftOut }
}

const words: Partial<Record<CustomerField, readonly string[]>> = { Stage: customerStages, 'Email Subscription': subscriptionWords }

const isUnderstood = (field: CustomerField, value: string): boolean =>
  (words[field]?.includes(value) ?? true) && checkCustomerChanges({ [field]: value }).length === 0
