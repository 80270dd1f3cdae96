import { type CustomerColumn, type CustomerTexts, customerColumns } from '@app/contracts/rules/customers.ts'
import { cleanText, storableText, truncate } from './clean-text.ts'
import { parseDate } from './dates.ts'
import type { SheetColumns } from './headers.ts'
import { parseStage, parseSubscription } from './words.ts'

/** A cell that could not be parsed, and why. It stays as the sheet has it. */
export interface UnparsedCell {
  column: CustomerColumn
  value: string
  message: string
}

export interface ParsedRow {
  texts: CustomerTexts
  /** The cells that the sheet spells in another way, as far as Postgres can store them. */
  raw: Partial<CustomerTexts>
  unparsed: UnparsedCell[]
}

/** Returns a cell as text, whatever JSON value the script sends for it. */
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
  Stage: [parseStage, 'is none of Lead, Customer and Lost'],
  'Email Subscription': [parseSubscription, 'is neither Yes nor No'],
  'Lead Date': [parseDate, 'is no date that can be read'],
  'Customer date': [parseDate, 'is no date that can be read'],
}

const isBlank = (text: string): boolean => text.trim() === ''

/** Longest cell in a list of cells that could not be parsed. */
const LONGEST_UNPARSED = 200
/** Longest Customer ID that a request may name. */
const LONGEST_ID = 200

/** Returns the Customer ID, or '' for one that a request cannot name: such a row can be read only. */
const idOf = (sent: string, text: string): string => (sent === text && text.length <= LONGEST_ID ? text : '')

/** Parses a row. Returns undefined for a row without content. `cell` returns the value under a header. */
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
      unparsed.push({ column, value: text, message: 'is an error of the spreadsheet' })
      continue
    }
    const [parse, message = ''] = parsers[column] ?? []
    if (!parse) continue
    const parsed = parse(text, timeZone)
    if (parsed === undefined) unparsed.push({ column, value: truncate(text, LONGEST_UNPARSED), message })
    else if (parsed !== text) {
      texts[column] = parsed
      raw[column] = spelled
    }
  }
  return hasContent ? { texts, raw, unparsed } : undefined
}
