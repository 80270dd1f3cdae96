import { type CustomerColumn, type CustomerTexts, customerColumns } from '@app/contracts/rules/customers.ts'
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
  /** The cells that the sheet spells in another way. */
  raw: Partial<CustomerTexts>
  misfits: Misfit[]
}

/** A cell as text, however its script sends it. */
function cellText(cell: unknown): string {
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

/** What a row means, of which `cell` tells what stands under a header; undefined for one without content. */
export function understandRow(cell: (header: string) => unknown, columns: SheetColumns, timeZone: string): UnderstoodRow | undefined {
  const texts = {} as CustomerTexts
  const raw: Partial<CustomerTexts> = {}
  const misfits: Misfit[] = []
  let hasContent = false
  for (const column of customerColumns) {
    const header = columns[column]
    const text = header === undefined ? '' : cellText(cell(header))
    texts[column] = text
    if (isBlank(text)) continue
    hasContent = true
    if (ERROR.test(text)) {
      misfits.push({ column, value: text, message: 'is an error of the spreadsheet' })
      continue
    }
    const [understand, message = ''] = understandings[column] ?? []
    if (!understand) continue
    const understood = understand(text, timeZone)
    if (understood === undefined) misfits.push({ column, value: text.slice(0, 200), message })
    else if (understood !== text) {
      texts[column] = understood
      raw[column] = text
    }
  }
  return hasContent ? { texts, raw, misfits } : undefined
}
