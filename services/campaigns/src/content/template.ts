import { oneLine } from '@app/chassis/one-line.ts'
import type { CustomerColumn } from '@app/contracts/rules/customers.ts'
import { type MergePart, mergePartsOf } from '@app/contracts/rules/merge-fields.ts'

/** Somebody a mail is for. */
export interface Recipient {
  /** Of the delivery; the Message-ID is made of it. */
  id: string
  email: string
  /** In the links of this mail and in its return path. */
  token: string
  /** The row's cells, by column. */
  merge: Readonly<Record<string, string>>
}

/** What differs from mail to mail: a cell of the row, or something of the delivery itself. */
export type Slot = { column: CustomerColumn; fallback: string } | { own: 'id' | 'email' | 'token' }

/** A text with slots. */
export type Template = readonly (string | Slot)[]

export const TOKEN: Slot = { own: 'token' }

/** Cells are spoken of in a sentence: what is longer was never meant for one. */
const MOST_OF_A_CELL = 200

const partOf = (part: MergePart): string | Slot => ('text' in part ? part.text : { column: part.column, fallback: part.fallback ?? '' })

/** What an owner wrote, with its merge fields as slots. */
export const templateOf = (text: string): Template => mergePartsOf(text).map(partOf)

/** A cell as words: on one line, without what is not seen. */
function wordsOf(slot: Slot, recipient: Recipient): string {
  if ('own' in slot) return recipient[slot.own]
  return oneLine(recipient.merge[slot.column] ?? '', MOST_OF_A_CELL) || slot.fallback
}

/** Fills a template with one recipient's values in one pass, so that a value is never read as a merge field. */
export function fillTemplate(template: Template, recipient: Recipient, spelled: (value: string) => string = (value) => value): string {
  let text = ''
  for (const part of template) text += typeof part === 'string' ? part : spelled(wordsOf(part, recipient))
  return text
}

/** Splits a template into its lines. */
export function splitLines(template: Template): Template[] {
  const lines: (string | Slot)[][] = [[]]
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
