import type { addCustomer, updateCustomer } from '@app/contracts/http/customers.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type CustomerChanges, type CustomerField, customerFields } from '@app/contracts/rules/customers.ts'
import type { CallInput } from '../../../shared/api/route-types.ts'

export type CustomerForm = Record<CustomerField, string>

const dates: readonly CustomerField[] = ['Lead Date', 'Customer date']

export const emptyCustomer = (today: string): CustomerForm => ({
  'First Name': '',
  'Last Name': '',
  'Email id': '',
  'Mobile No': '',
  Stage: 'Lead',
  'Lead Date': today,
  'Customer date': '',
  'Email Subscription': 'Yes',
  'Other Details': '',
})

const onOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

/** Removes invalid dates, and line breaks in single-line fields, because the inputs cannot show them. */
export const formOf = (row: CustomerForm): CustomerForm =>
  mapFields((field) => {
    const text = row[field].trim()
    if (dates.includes(field)) return isCalendarDate(text) ? text : ''
    return field === 'Other Details' ? text : onOneLine(text)
  })

export const tidyCustomer = (form: CustomerForm): CustomerForm => mapFields((field) => form[field].trim())

type Entry = NonNullable<CallInput<typeof addCustomer>['body']>
type Changes = CallInput<typeof updateCustomer>['body']['values']

/**
 * The casts here and in `toChanges` are safe. A stage or subscription that an owner selects is one of the fixed options. The spreadsheet
 * may contain other values, but a request with changes contains only the fields that the owner changed.
 */
export const toEntry = (form: CustomerForm) => form as Entry
export const toChanges = (changes: CustomerChanges) => changes as Changes

export const changesOf = (before: CustomerForm, form: CustomerForm): CustomerChanges =>
  Object.fromEntries(customerFields.filter((field) => form[field].trim() !== before[field].trim()).map((field) => [field, form[field]]))

export const pick = (row: CustomerForm, fields: CustomerChanges): CustomerChanges =>
  Object.fromEntries(customerFields.filter((field) => field in fields).map((field) => [field, row[field]]))

const mapFields = (textOf: (field: CustomerField) => string): CustomerForm =>
  Object.fromEntries(customerFields.map((field) => [field, textOf(field)])) as CustomerForm
