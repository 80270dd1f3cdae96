import { AppError, type ErrorKind } from '@app/chassis/http/errors.ts'
import type { OutboundError } from '@app/chassis/http/outbound.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { SheetProblem } from '@app/contracts/http/customers.ts'
import { CUSTOMER_COLUMNS_MAX, CUSTOMER_ROWS_MAX } from '@app/contracts/rules/customers.ts'

type FaultCode = SheetProblem['code']

interface FaultTexts {
  /** Message for the owner. */
  message: string
  /** How an admin can fix the problem. */
  remedy: string
}

const SHARING = 'In the script, choose Deploy, Manage deployments, Edit. Set “Execute as” to “Me” and “Who has access” to “Anyone”.'
const COPY_ADDRESS = 'Copy the web app’s URL again. It starts with https://script.google.com/macros/s/ and ends with /exec.'
const LATER = 'This is usually temporary. Test again in a few minutes.'

const faultTexts: Readonly<Record<FaultCode, FaultTexts>> = {
  'sign-in-page': { message: 'The spreadsheet asks for a sign-in.', remedy: SHARING },
  'html-page': {
    message: 'The spreadsheet returned a web page instead of its rows.',
    remedy: `The script may have failed, or the URL is not that of the web app. Check Executions in the script. ${COPY_ADDRESS}`,
  },
  'not-json': {
    message: 'We couldn’t read the spreadsheet’s response.',
    remedy: 'The script must return JSON: {data: […]} or an array of rows.',
  },
  'http-status': { message: 'HTTP error!', remedy: `${LATER} ${COPY_ADDRESS}` },
  columns: {
    message: 'A column is missing in the spreadsheet.',
    remedy: 'Row 1 of the sheet must contain the column names.',
  },
  secret: {
    message: 'The spreadsheet’s script belongs to another company, or is out of date.',
    remedy: 'Copy the script from this page again, paste it over the old one, and deploy a new version.',
  },
  'too-large': { message: 'The spreadsheet is too large: at most 10 MB can be read.', remedy: 'Move old rows to another sheet.' },
  'too-many-rows': {
    // A getter, because the process sets the locale after it has loaded this module.
    get message() {
      return `The spreadsheet is too large: at most ${formatNumber(CUSTOMER_ROWS_MAX)} rows can be read.`
    },
    remedy: 'Move old rows to another sheet.',
  },
  'too-many-columns': {
    message: `The spreadsheet has too many columns: at most ${CUSTOMER_COLUMNS_MAX} can be read.`,
    remedy: 'Delete columns that are not needed, or move them to another sheet. A script’s rows must all have the same columns.',
  },
  busy: { message: 'The spreadsheet is busy.', remedy: LATER },
  timeout: {
    message: 'The spreadsheet did not respond in time.',
    remedy: `${LATER} Large sheets take longer; the product’s own script is faster.`,
  },
  'no-answer': { message: 'The spreadsheet did not respond.', remedy: LATER },
  'host-refused': { message: 'The web address of the spreadsheet’s script is not allowed.', remedy: COPY_ADDRESS },
  'address-refused': { message: 'The web address of the spreadsheet’s script is not allowed.', remedy: COPY_ADDRESS },
  'too-many-redirects': { message: 'The web address of the spreadsheet’s script redirects too often.', remedy: COPY_ADDRESS },
  'no-address': { message: 'The web address of the spreadsheet’s script is not valid.', remedy: COPY_ADDRESS },
  'script-error': {
    message: 'The spreadsheet’s script reports an error.',
    remedy: 'Check Executions in the script. The last one shows what went wrong.',
  },
  'not-seen-back': {
    message: 'This change was sent to the spreadsheet but does not appear there.',
    remedy: 'Check whether the script’s doPost writes into the sheet. The product’s own script confirms what it writes.',
  },
}

/** A sheet could not be read or written. The message is shown to the owner. */
export class SheetFault extends Error {
  readonly code: FaultCode

  constructor(code: FaultCode, message = faultTexts[code].message, cause?: unknown) {
    super(message, { cause })
    this.name = 'SheetFault'
    this.code = code
  }
}

export const statusFault = (status: number): SheetFault => new SheetFault('http-status', `HTTP error! status: ${status}`)

export const remedyOf = (code: FaultCode): string => faultTexts[code].remedy

/** Host to which Google redirects for a sign-in. */
const SIGN_IN_HOST = /^accounts\./

export function faultOf({ reason, cause }: OutboundError): SheetFault {
  const [code = '', host = ''] = reason.split(' ')
  if (code === 'host-refused' && SIGN_IN_HOST.test(host)) return new SheetFault('sign-in-page', undefined, cause)
  // `aborted` means that our own timeout ended the call.
  if (code === 'aborted') return new SheetFault('timeout')
  return new SheetFault(code in faultTexts ? (code as FaultCode) : 'no-answer', undefined, cause)
}

/** Whether our rules for URLs prevented the call. Such a fault is not a failure of the sheet. */
export const isOurRefusal = (code: FaultCode): boolean => ['host-refused', 'address-refused', 'no-address'].includes(code)

const kinds: Partial<Record<FaultCode, ErrorKind>> = { timeout: 'too-slow', busy: 'unavailable', 'no-answer': 'unavailable' }

export const STILL_READING: SheetProblem = { code: 'timeout', message: 'The spreadsheet is still being read.' }

/** Returns the error for a request if the sheet cannot be read and no copy of the sheet is stored. */
export const unreadableSheet = ({ code, message }: SheetProblem): AppError => new AppError(code, kinds[code] ?? 'bad-answer', message)
