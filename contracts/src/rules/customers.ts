import { isBlank } from './blank.ts'
import type { CalendarDate } from './business-dates.ts'
import { DATE_INVALID, isCalendarDate } from './business-dates.ts'
import { EMAIL_INVALID, isEmail, normalizeEmail } from './email.ts'
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

interface Write {
  kind: 'add' | 'update' | 'merge' | 'unsubscribe'
  state: 'pending' | 'written' | 'conflict' | 'refused'
  customerId: string
  values: CustomerChanges
  /** Customer IDs of rows that a merge deletes. */
  removes: readonly string[]
}

/**
 * Returns the rows with the pending and written changes applied. Later changes take precedence. Ignores refused changes and changes in
 * conflict. Added customers that are not in `rows` come last. Rows that a merge deletes are left out.
 */
export function withWrites<C extends CustomerTexts>(
  rows: readonly C[],
  writes: readonly Write[],
  create: (texts: CustomerTexts) => C,
): C[] {
  const shown = writes.filter(({ state }) => state === 'pending' || state === 'written')
  if (shown.length === 0) return [...rows]
  const gone = new Set(shown.flatMap(({ removes }) => removes))
  const changes = new Map<string, CustomerChanges>()
  for (const { customerId, values } of shown) changes.set(customerId, { ...changes.get(customerId), ...values })
  const there = new Set(rows.map((row) => row['Customer ID']))
  const added = shown
    .filter(({ kind, customerId }) => kind === 'add' && !there.has(customerId))
    .map(({ customerId }) => create({ ...emptyCustomer, ...changes.get(customerId), 'Customer ID': customerId }))
  const changed = rows.map((row) => {
    const change = row['Customer ID'] && changes.get(row['Customer ID'])
    return change ? { ...row, ...change } : row
  })
  return [...changed, ...added].filter((row) => !gone.has(row['Customer ID']))
}

const emptyCustomer: CustomerTexts = {
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

/** Groups rows by email address (trimmed, case-insensitive). Returns groups of two or more rows in the order of the spreadsheet. */
export function duplicatesOf<C extends CustomerTexts>(rows: readonly C[]): C[][] {
  const groups = Map.groupBy(
    rows.filter((row) => row['Email id'].trim()),
    (row) => normalizeEmail(row['Email id']),
  )
  return [...groups.values()].filter(({ length }) => length > 1)
}

/**
 * Merges rows: each value comes from the first row that has one. Exceptions: Email Subscription `No` and Stage `Lost` take precedence.
 * Stage `Customer` takes precedence over `Lead`. The earliest dates are kept. Other Details are joined without duplicates.
 */
export function mergedCustomer(rows: readonly [CustomerTexts, ...CustomerTexts[]]): CustomerChanges {
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

const earliest = (rows: readonly CustomerTexts[], field: 'Lead Date' | 'Customer date'): CalendarDate | undefined =>
  rows
    .map((row) => row[field])
    .filter(isCalendarDate)
    .sort()[0]
