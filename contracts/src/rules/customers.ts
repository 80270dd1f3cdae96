import { isBlank } from './blank.ts'
import type { CalendarDate } from './business-dates.ts'
import { DATE_INVALID, isCalendarDate } from './business-dates.ts'
import { EMAIL_INVALID, isEmail } from './email.ts'
import type { Fault } from './task-dates.ts'

/** Column headers of the spreadsheet, which must match exactly. They are also the keys of a customer in the API. */
export const customerColumns = [
  'First Name',
  'Last Name',
  'Email id',
  'Mobile No',
  'Stage',
  'Lead Date',
  'Customer date',
  'Email Subscription',
  'Other Details',
  'Customer ID',
] as const
export type CustomerColumn = (typeof customerColumns)[number]

export type CustomerField = Exclude<CustomerColumn, 'Customer ID'>
export const customerFields = customerColumns.filter((column): column is CustomerField => column !== 'Customer ID')

export const customerStages = ['Lead', 'Customer', 'Lost'] as const
export const newCustomerStages = ['Lead', 'Customer'] as const
export const subscriptionWords = ['Yes', 'No'] as const

export const CUSTOMER_REQUIRED = 'Please fill in all required fields (First Name, Last Name, Email)'
export const CUSTOMER_ID_REQUIRED = 'Customer ID is required for update'
export const SHEET_NOT_CONFIGURED = 'Google Sheets API is not configured for your company profile.'

export const CUSTOMER_ROWS_MAX = 50_000
/** Maximum number of columns, including columns that the product does not use. */
export const CUSTOMER_COLUMNS_MAX = 200

/**
 * A row of the spreadsheet, as screens show it. Empty cells are ''. If the product can parse a stage, an email subscription or a date, the
 * value is normalized. Otherwise the value is the text of the cell.
 */
export type CustomerTexts = Record<CustomerColumn, string>
export type CustomerChanges = Partial<Record<CustomerField, string>>

const required = ['First Name', 'Last Name', 'Email id'] as const satisfies CustomerField[]
const dates = ['Lead Date', 'Customer date'] as const satisfies CustomerField[]

const EN_US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/**
 * Parses a date in the format YYYY-MM-DD or M/D/YYYY. The product's specification requires M/D/YYYY. Returns undefined if the date does not
 * exist.
 */
function calendarDateOf(text: string): CalendarDate | undefined {
  const [, month = '', day = '', year] = EN_US_DATE.exec(text) ?? []
  const date = year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

/** Formats a date as M/D/YYYY, for example 11/5/2026. */
export function enUsDate(date: CalendarDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${month}/${day}/${year}`
}

/** Converts dates to YYYY-MM-DD. Invalid dates stay unchanged, so that `checkNewCustomer` and `checkCustomerChanges` can report them. */
export function withCalendarDates(values: CustomerChanges): CustomerChanges {
  const read = dates.flatMap((field) => {
    const date = calendarDateOf(values[field] ?? '')
    return date === undefined ? [] : [[field, date]]
  })
  return { ...values, ...Object.fromEntries(read) }
}

export function checkNewCustomer(entry: CustomerChanges): Fault[] {
  const missing = required.filter((field) => isBlank(entry[field] ?? '')).map((field) => ({ field, message: CUSTOMER_REQUIRED }))
  return [...missing, ...checkValues(entry)]
}

/** Returns one fault per field. Unchanged fields are not checked, because the spreadsheet may contain empty or invalid cells. */
export function checkCustomerChanges(changes: CustomerChanges): Fault[] {
  const emptied = required.filter((field) => isBlank(changes[field] ?? 'unchanged')).map((field) => ({ field, message: CUSTOMER_REQUIRED }))
  return [...emptied, ...checkValues(changes)]
}

function checkValues(values: CustomerChanges): Fault[] {
  const email = values['Email id']?.trim()
  const wrongDates = dates.filter((field) => values[field] && !calendarDateOf(values[field]))
  return [
    ...(email && !isEmail(email) ? [{ field: 'Email id', message: EMAIL_INVALID }] : []),
    ...wrongDates.map((field) => ({ field, message: DATE_INVALID })),
  ]
}
