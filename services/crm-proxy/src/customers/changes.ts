import { AppError, type FieldError } from '@app/chassis/http/errors.ts'
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

export const MERGE_NEEDS_OUR_SCRIPT = 'Your spreadsheet’s script can’t remove rows. Contact us to install our script.'

export function refuseFaults(errors: readonly FieldError[]): void {
  const [first] = errors
  if (first) throw new AppError('refused', 'refused', first.message, { errors })
}

/** Trims values, removes control characters and converts dates to YYYY-MM-DD. */
export const normalizeValues = (values: CustomerChanges): CustomerChanges =>
  withCalendarDates(Object.fromEntries(Object.entries(values).map(([field, value]) => [field, cleanText(value).trim()])))

export const missingColumns = (values: CustomerChanges, columns: SheetColumns | undefined): FieldError[] =>
  columns === undefined
    ? []
    : fieldsOf(values)
        .filter((field) => values[field] && !columns[field])
        .map((field) => ({ field, message: `The spreadsheet has no column “${field}”.` }))

export const fieldsOf = (values: CustomerChanges): CustomerField[] => customerFields.filter((field) => values[field] !== undefined)

export const pick = <T extends CustomerChanges>(from: T, values: CustomerChanges): CustomerChanges =>
  Object.fromEntries(fieldsOf(values).map((field) => [field, from[field] ?? '']))

/** Whether the sheet has a column. Returns true if the columns are not known yet. */
const hasColumn = (columns: SheetColumns | undefined, field: CustomerField): boolean => !columns || columns[field] !== undefined

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

/** Returns a customer's name or email address for messages. */
export const nameOf = (texts: CustomerChanges): string =>
  `${texts['First Name'] ?? ''} ${texts['Last Name'] ?? ''}`.trim() || (texts['Email id'] ?? '')

/** Returns a 409 that contains the current row, so that the owner can decide which values to keep. */
export const conflict = (customer: CustomerTexts): AppError =>
  new AppError('conflict', 'conflict', 'This row was changed in the spreadsheet in the meantime.', { extensions: { customer } })

export const customerNotFound = (): AppError => new AppError('customer-not-found', 'not-found', 'Customer not found')
