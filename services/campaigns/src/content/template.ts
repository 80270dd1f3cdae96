import { oneLine } from '@app/chassis/text/one-line.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import type { CustomerColumn } from '@app/contracts/rules/customers.ts'
import { type MergePart, mergePartsOf } from '@app/contracts/rules/merge-fields.ts'
import { linkTokenOf } from './link-token.ts'

export interface Recipient {
  /** Id of the delivery. The Message-ID contains it. */
  id: string
  email: string
  /** Random token in the unsubscribe link and the return path of the email. */
  token: string
  /** Cells of the recipient's row in the spreadsheet, by column. */
  merge: Readonly<Record<string, string>>
}

/** A recipient with all values that placeholders can have. */
export type Addressee = Recipient & { linkToken: string }

export const addresseeOf = (recipient: Recipient): Addressee => ({ ...recipient, linkToken: linkTokenOf(recipient) })

/** A placeholder for a value that differs between recipients: a cell of the spreadsheet, or a property of the delivery. */
export type Placeholder = { column: CustomerColumn; fallback: string } | { own: 'id' | 'email' | 'token' | 'linkToken' }

export type Template = readonly (string | Placeholder)[]

export const TOKEN: Placeholder = { own: 'token' }
export const LINK_TOKEN: Placeholder = { own: 'linkToken' }

/** Maximum characters of a cell in an email. Longer cells are cut off, because merge fields are meant for short values. */
const MAX_CELL_LENGTH = 200

const partOf = (part: MergePart): string | Placeholder =>
  'text' in part ? part.text : { column: part.column, fallback: part.fallback ?? '' }

export const templateOf = (text: string): Template => mergePartsOf(text).map(partOf)

function valueFor(placeholder: Placeholder, recipient: Addressee): string {
  if ('own' in placeholder) return recipient[placeholder.own]
  const cell = oneLine(recipient.merge[placeholder.column] ?? '', MAX_CELL_LENGTH)
  return isBlank(cell) ? placeholder.fallback : cell
}

/** Fills a template with one recipient's values. Merge fields inside a value are not replaced. */
export function fillTemplate(template: Template, recipient: Addressee, encode: (value: string) => string = (value) => value): string {
  let text = ''
  for (const part of template) text += typeof part === 'string' ? part : encode(valueFor(part, recipient))
  return text
}

export function splitLines(template: Template): Template[] {
  const lines: (string | Placeholder)[][] = [[]]
  for (const part of template) {
    if (typeof part !== 'string') {
      lines.at(-1)?.push(part)
      continue
    }
    const [first = '', ...further] = part.split(/\r\n|\r|\n/)
    if (first) lines.at(-1)?.push(first)
    for (const line of further) lines.push(line ? [line] : [])
  }
  return lines
}
