import { type CustomerColumn, type CustomerTexts, customerColumns } from '@app/contracts/rules/customers.ts'
import { cleanText, shortened, storableText } from './clean-text.ts'
import { dateIn } from './dates.ts'
import type { SheetColumns } from './headers.ts'
import { stageOf, subscriptionOf } from './words.ts'

/** A cell that stays as the sheet has it, and why. */
export interface Misfit {
  column: CustomerColumn
  value: string
  message: string
}

export interface UnderstoodRow {
  texts: CustomerTexts
  /** The cells that the sheet spells in another way, as far as Postgres can store them. */
  raw: Partial<CustomerTexts>
  misfits: Misfit[]
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

type Understand = (text: string, timeZone: string) => string | undefined

const understandings: Partial<Record<CustomerColumn, [Understand, string]>> = {
  Stage: [stageOf, 'is none of Lead, Customer and Lost'],
  'Email Subscription': [subscriptionOf, 'is neither Yes nor No'],
  'Lead Date': [dateIn, 'is no date that can be read'],
  'Customer date': [dateIn, 'is no date that can be read'],
}

const isBlank = (text: string): boolean => text.trim() === ''

/** Longest cell in a list of cells that are not understood. */
const LONGEST_MISFIT = 200
/** Longest Customer ID that a request may name. */
const LONGEST_ID = 200

/** Returns the Customer ID, or '' for one that a request cannot name: such a row can be read only. */
const idOf = (sent: string, text: string): string => (sent === text && text.length <= LONGEST_ID ? text : '')

/** Returns what a row means, or undefined for a row without content. `cell` returns the value under a header. */
export function understandRow(cell: (header: string) => unknown, columns: SheetColumns, timeZone: string): UnderstoodRow | undefined {
  const texts = {} as CustomerTexts
  const raw: Partial<CustomerTexts> = {}
  const misfits: Misfit[] = []
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
      misfits.push({ column, value: text, message: 'is an error of the spreadsheet' })
      continue
    }
    const [understand, message = ''] = understandings[column] ?? []
    if (!understand) continue
    const understood = understand(text, timeZone)
    if (understood === undefined) misfits.push({ column, value: shortened(text, LONGEST_MISFIT), message })
    else if (understood !== text) {
      texts[column] = understood
      raw[column] = spelled
    }
  }
  return hasContent ? { texts, raw, misfits } : undefined
}
