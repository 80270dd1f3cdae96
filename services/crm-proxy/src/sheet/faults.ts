import { AppError, type ErrorKind } from '@app/chassis/errors.ts'
import type { OutboundError } from '@app/chassis/http/outbound.ts'
import type { SheetProblem } from '@app/contracts/http/customers.ts'
import { CUSTOMER_COLUMNS_MAX, CUSTOMER_ROWS_MAX } from '@app/contracts/rules/customers.ts'

type FaultCode = SheetProblem['code']

interface Words {
  /** For the owner. */
  message: string
  /** For an admin. */
  mend: string
}

const SHARE = 'In the script, choose Deploy, Manage deployments, Edit: it has to execute as “Me”, and “Anyone” has to have access.'
const COPY_ADDRESS = 'Copy the address of the web app again: it begins with https://script.google.com/macros/s/ and ends with /exec.'
const LATER = 'This mostly passes by itself. Test again in a few minutes.'

const words: Readonly<Record<FaultCode, Words>> = {
  'sign-in-page': { message: 'The spreadsheet asks for a sign-in.', mend: SHARE },
  'html-page': {
    message: 'The spreadsheet answered with a page in place of its rows.',
    mend: `The script may have failed, or the address is not that of the web app. Look at Executions in the script. ${COPY_ADDRESS}`,
  },
  'not-json': {
    message: 'The spreadsheet’s answer cannot be read.',
    mend: 'The script has to answer JSON: {data: […]} or an array of rows.',
  },
  'http-status': { message: 'HTTP error!', mend: `${LATER} ${COPY_ADDRESS}` },
  columns: {
    message: 'The spreadsheet lacks a column.',
    mend: 'Row 1 of the sheet has to hold the names of the columns.',
  },
  secret: {
    message: 'The spreadsheet’s script belongs to another company, or is out of date.',
    mend: 'Copy the script from this page again, paste it over the old one, and deploy a new version.',
  },
  'too-large': { message: 'The spreadsheet is too large: at most 10 MB can be read.', mend: 'Move old rows to another sheet.' },
  'too-many-rows': {
    message: `The spreadsheet is too large: at most ${CUSTOMER_ROWS_MAX.toLocaleString('en-US')} rows can be read.`,
    mend: 'Move old rows to another sheet.',
  },
  'too-many-columns': {
    message: `The spreadsheet has too many columns: at most ${CUSTOMER_COLUMNS_MAX} can be read.`,
    mend: 'Delete columns that are not needed, or move them to another sheet. A script’s rows must all have the same columns.',
  },
  busy: { message: 'The spreadsheet is busy.', mend: LATER },
  timeout: {
    message: 'The spreadsheet did not answer in time.',
    mend: `${LATER} Large sheets take longer; the product’s own script is faster.`,
  },
  'no-answer': { message: 'The spreadsheet did not answer.', mend: LATER },
  'host-refused': { message: 'The spreadsheet is at a place that may not be called.', mend: COPY_ADDRESS },
  'address-refused': { message: 'The spreadsheet is at a place that may not be called.', mend: COPY_ADDRESS },
  'too-many-redirects': { message: 'The spreadsheet sends its visitors round and round.', mend: COPY_ADDRESS },
  'no-address': { message: 'The spreadsheet’s address is not one.', mend: COPY_ADDRESS },
  'script-error': {
    message: 'The spreadsheet’s script reports an error.',
    mend: 'Look at Executions in the script: the last one tells what went wrong.',
  },
  'not-seen-back': {
    message: 'It was sent to the spreadsheet, which does not show it.',
    mend: 'See whether the script’s doPost writes into the sheet. The product’s own script confirms what it writes.',
  },
}

/** Why a sheet could not be read or written; the message is a sentence for the owner. */
export class SheetFault extends Error {
  readonly code: FaultCode

  constructor(code: FaultCode, message = words[code].message, cause?: unknown) {
    super(message, { cause })
    this.name = 'SheetFault'
    this.code = code
  }
}

export const statusFault = (status: number): SheetFault => new SheetFault('http-status', `HTTP error! status: ${status}`)

export const remedyOf = (code: FaultCode): string => words[code].mend

/** Where Google asks people to sign in. */
const SIGN_IN_HOST = /^accounts\./

/** What a call that came to nothing says of the sheet. */
export function faultOf({ reason, cause }: OutboundError): SheetFault {
  const [code = '', host = ''] = reason.split(' ')
  if (code === 'host-refused' && SIGN_IN_HOST.test(host)) return new SheetFault('sign-in-page', undefined, cause)
  // What we end ourselves has taken too long, too.
  if (code === 'aborted') return new SheetFault('timeout')
  return new SheetFault(code in words ? (code as FaultCode) : 'no-answer', undefined, cause)
}

/** No call was made: the network has no part in it. */
export const isOurRefusal = (code: FaultCode): boolean => ['host-refused', 'address-refused', 'no-address'].includes(code)

const kinds: Partial<Record<FaultCode, ErrorKind>> = { timeout: 'too-slow', busy: 'unavailable', 'no-answer': 'unavailable' }

export const STILL_READING: SheetProblem = { code: 'timeout', message: 'The spreadsheet is still being read.' }

/** Returns the error of a request for rows when the sheet cannot be read and there is no copy. */
export const unreadableSheet = ({ code, message }: SheetProblem): AppError => new AppError(code, kinds[code] ?? 'bad-answer', message)
