import { type CustomerColumn, type CustomerTexts, customerColumns } from '@app/contracts/rules/customers.ts'
import { cleanText, storableText, truncate } from './clean-text.ts'
import { parseDate } from './dates.ts'
import type { SheetColumns } from './headers.ts'
import { parseStage, parseSubscription } from './words.ts'

/** A cell that could not be parsed, and the reason. The cell's text stays as it is in the sheet. */
export interface UnparsedCell {
  column: CustomerColumn
  value: string
  message: string
}

export interface ParsedRow {
  texts: CustomerTexts
  /** The original text of each cell that parsing changed. */
  raw: Partial<CustomerTexts>
  unparsed: UnparsedCell[]
}

/** Converts a cell to text. Accepts any JSON value, because an owner's script may return any. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  return JSON.stringify(cell)
}

const ERROR = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!)$/

type Parse = (text: string, timeZone: string) => string | undefined

const parsers: Partial<Record<CustomerColumn, [Parse, string]>> = {
  Stage: [parseStage, 'is not Lead, Customer or Lost'],
  'Email Subscription': [parseSubscription, 'is not Yes or No'],
  'Lead Date': [parseDate, 'is not a date we can read'],
  'Customer date': [parseDate, 'is not a date we can read'],
}

const isBlank = (text: string): boolean => text.trim() === ''

/** Maximum length of a cell in the list of cells that could not be parsed. */
const MAX_UNPARSED_LENGTH = 200
const MAX_ID_LENGTH = 200

/** Returns the Customer ID, or '' if it is too long or has invalid characters. Rows without an id cannot be changed. */
const idOf = (sent: string, text: string): string => (sent === text && text.length <= MAX_ID_LENGTH ? text : '')

/** Parses a row. Returns undefined if it has no content. `cell` returns the value under a header. */
export function parseRow(cell: (header: string) => unknown, columns: SheetColumns, timeZone: string): ParsedRow | undefined {
  const texts = {} as CustomerTexts
  const raw: Partial<CustomerTexts> = {}
  const unparsed: UnparsedCell[] = []
  let hasContent = false
  for (const column of customerColumns) {
    const header = columns[column]
    const sent = header === undefined ? '' : cellText(cell(header))
    const text = cleanText(sent)
    const spelled = text === sent ? text : storableText(sent)
    texts[column] = column === 'Customer ID' ? idOf(sent, text) : text
    if (spelled !== text) raw[column] = spelled
    if (isBlank(text)) continue
    hasContent = true
    if (ERROR.test(text)) {
      unparsed.push({ column, value: text, message: 'is a spreadsheet error' })
      continue
    }
    const [parse, message = ''] = parsers[column] ?? []
    if (!parse) continue
    const parsed = parse(text, timeZone)
    if (parsed === undefined) unparsed.push({ column, value: truncate(text, MAX_UNPARSED_LENGTH), message })
    else if (parsed !== text) {
      texts[column] = parsed
      raw[column] = spelled
    }
  }
  return hasContent ? { texts, raw, unparsed } : undefined
}
