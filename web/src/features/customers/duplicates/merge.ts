import type { Customer } from '@app/contracts/http/customers.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import {
  type CustomerChanges,
  type CustomerField,
  checkCustomerChanges,
  customerFields,
  customerStages,
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

/**
 * Merges rows: each value comes from the first row that has one. Exceptions: Email Subscription `No` and Stage `Lost` take precedence.
 * Stage `Customer` takes precedence over `Lead`. The earliest dates are kept. Other Details are joined without duplicates.
 */
function mergedCustomer(rows: readonly [Customer, ...Customer[]]): CustomerChanges {
  const first = (field: CustomerField) => rows.map((row) => row[field]).find((value) => !isBlank(value)) ?? ''
  const stages = rows.map((row) => row.Stage)
  const stage = (['Lost', 'Customer', 'Lead'] as const).find((one) => stages.includes(one))
  const refuses = rows.some((row) => row['Email Subscription'] === 'No')
  const details = new Set(rows.map((row) => row['Other Details'].trim()).filter(Boolean))
  return {
    'First Name': first('First Name'),
    'Last Name': first('Last Name'),
    'Email id': first('Email id'),
    'Mobile No': first('Mobile No'),
    Stage: stage ?? first('Stage'),
    'Lead Date': earliest(rows, 'Lead Date') ?? first('Lead Date'),
    'Customer date': earliest(rows, 'Customer date') ?? first('Customer date'),
    'Email Subscription': refuses ? 'No' : first('Email Subscription'),
    'Other Details': [...details].join('\n'),
  }
}

const earliest = (rows: readonly Customer[], field: 'Lead Date' | 'Customer date'): string | undefined =>
  rows
    .map((row) => row[field])
    .filter(isCalendarDate)
    .sort()[0]
