import type { SheetProblem } from '@app/contracts/http/customers.ts'

const ASK = 'Please contact your administrator, who can test the connection.'
const PASSES = 'This usually fixes itself within minutes. Choose Refresh Data to try again.'
const TOO_MUCH = 'Move old rows to another spreadsheet.'

const ways: Partial<Record<SheetProblem['code'], string>> = {
  columns: 'Put the column back into the first row of your spreadsheet.',
  'too-large': TOO_MUCH,
  'too-many-rows': TOO_MUCH,
  'too-many-columns': 'Delete columns that you don’t need, or move them to another spreadsheet.',
  busy: PASSES,
  timeout: PASSES,
  'no-answer': PASSES,
  'http-status': PASSES,
  'not-seen-back': PASSES,
}

/** Returns what an owner can do about a problem of the spreadsheet. */
export const remedyFor = (code: SheetProblem['code']): string => ways[code] ?? ASK
