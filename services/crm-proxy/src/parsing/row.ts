import { isBlank } from '@app/contracts/rules/blank.ts'
import { type CustomerColumn, type CustomerTexts, customerColumns } from '@app/contracts/rules/customers.ts'
import { cleanText, storableText, truncate } from './clean-text.ts'
import { parseDate } from './dates.ts'
import { parseEmail } from './email.ts'
import type { SheetColumns } from './headers.ts'
import { parseStage, parseSubscription } from './words.ts'

/** A cell that could not be parsed, and the reason. The row keeps the cell's text, but a spreadsheet error counts as empty. */
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

/** Errors of Google Sheets and Excel, in the languages in which they are translated, and the texts of cells that are still loading. */
const ERROR =
  /^(?:#(?:[¡¿]?(?:REF|VALUE|NAME|DIV\/0|NUM|NULL|ERROR|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|EXTERNAL|PYTHON|TIMEOUT|BEZUG|WERT|ZAHL|FEHLER|ÜBERLAUF|KALK|VALEUR|NOM|NOMBRE|NUL|ERREUR|VALOR|NULO|RIF|VALORE|NOME|NULLO|NÚM|VERW|WAARDE|NAAM|GETAL|LEEG|DEEL\/0)[!?]|N\/[ADB]|NV|GETTING_DATA|LOADING…)|Loading(?:\.\.\.|…))$/i

type Parsed = { text: string } | { fault: string }
type Parse = (text: string, timeZone: string) => Parsed

const orFault =
  (parse: (text: string, timeZone: string) => string | undefined, fault: string): Parse =>
  (cell, timeZone) => {
    const text = parse(cell, timeZone)
    return text === undefined ? { fault } : { text }
  }

const readDate = orFault(parseDate, 'is not a date we can read')

const parsers: Partial<Record<CustomerColumn, Parse>> = {
  'Email id': parseEmail,
  Stage: orFault(parseStage, 'is not Lead, Customer or Lost'),
  'Email Subscription': orFault(parseSubscription, 'is not Yes or No'),
  'Lead Date': readDate,
  'Customer date': readDate,
}

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
    const isError = ERROR.test(text.trim())
    if (isError || isBlank(text)) {
      if (text) raw[column] = spelled
      texts[column] = ''
      if (!isError) continue
    }
    hasContent = true
    if (isError) {
      unparsed.push({ column, value: text, message: 'is a spreadsheet error. We treat the cell as empty until you correct it.' })
      continue
    }
    const parsed = parsers[column]?.(text, timeZone)
    if (!parsed) continue
    if ('fault' in parsed) unparsed.push({ column, value: truncate(text, MAX_UNPARSED_LENGTH), message: parsed.fault })
    else if (parsed.text !== text) {
      texts[column] = parsed.text
      raw[column] = spelled
    }
  }
  return hasContent ? { texts, raw, unparsed } : undefined
}
