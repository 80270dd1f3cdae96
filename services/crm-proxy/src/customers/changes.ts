import { AppError, type FieldError } from '@app/chassis/errors.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import {
  type CustomerChanges,
  type CustomerField,
  type CustomerTexts,
  customerFields,
  withCalendarDates,
} from '@app/contracts/rules/customers.ts'
import { cleanText } from '../parsing/clean-text.ts'
import type { SheetColumns } from '../parsing/headers.ts'

export const MERGE_NEEDS_OUR_SCRIPT = 'Only the product’s own script can remove rows from the spreadsheet.'

/** Throws a 422 with all errors, if there are any. */
export function refuseFaults(errors: readonly FieldError[]): void {
  const [first] = errors
  if (first) throw new AppError('refused', 'refused', first.message, { errors })
}

/** Returns values as they are stored: trimmed, without control characters, dates as YYYY-MM-DD. */
export const normalizeValues = (values: CustomerChanges): CustomerChanges =>
  withCalendarDates(Object.fromEntries(Object.entries(values).map(([field, value]) => [field, cleanText(value).trim()])))

/** Returns an error for each value whose column the sheet lacks. */
export const missingColumns = (values: CustomerChanges, columns: SheetColumns | undefined): FieldError[] =>
  columns === undefined
    ? []
    : fieldsOf(values)
        .filter((field) => values[field] && !columns[field])
        .map((field) => ({ field, message: `The spreadsheet has no column “${field}”.` }))

export const fieldsOf = (values: CustomerChanges): CustomerField[] => customerFields.filter((field) => values[field] !== undefined)

/** Returns the values of `from` for the fields in `values`. */
export const pick = <T extends CustomerChanges>(from: T, values: CustomerChanges): CustomerChanges =>
  Object.fromEntries(fieldsOf(values).map((field) => [field, from[field] ?? '']))

/** Whether the sheet has a column, or its columns are not known yet. Default values are set for existing columns only. */
const hasColumn = (columns: SheetColumns | undefined, field: CustomerField): boolean => !columns || columns[field] !== undefined

/** Returns a new entry with default values for all optional fields. */
export function withDefaults(entry: CustomerChanges, today: CalendarDate, columns: SheetColumns | undefined): CustomerChanges {
  const defaults: CustomerChanges = { Stage: 'Lead', 'Email Subscription': 'Yes', 'Lead Date': today }
  const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== ''))
  const missing = Object.fromEntries(Object.entries(defaults).filter(([field]) => hasColumn(columns, field as CustomerField)))
  return withCustomerDate({ ...missing, ...given }, '', today, columns)
}

/** Sets the customer date to today if an entry becomes a customer and has no customer date. */
export function withCustomerDate(
  changes: CustomerChanges,
  known: string,
  today: CalendarDate,
  columns: SheetColumns | undefined,
): CustomerChanges {
  const isDated = Boolean(known || changes['Customer date'])
  if (changes.Stage !== 'Customer' || isDated || !hasColumn(columns, 'Customer date')) return changes
  return { ...changes, 'Customer date': today }
}

/** Returns the name of the customer that a write concerns, for messages. */
export const nameOf = (texts: CustomerChanges): string =>
  `${texts['First Name'] ?? ''} ${texts['Last Name'] ?? ''}`.trim() || (texts['Email id'] ?? '')

/** Returns a 409 with the current row, so that the owner can decide. */
export const conflict = (customer: CustomerTexts): AppError =>
  new AppError('conflict', 'conflict', 'This row was changed in the spreadsheet in the meantime.', { extensions: { customer } })

export const customerNotFound = (): AppError => new AppError('customer-not-found', 'not-found', 'Customer not found')
