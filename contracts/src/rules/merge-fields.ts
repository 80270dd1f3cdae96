import { isBlank } from './blank.ts'
import { type CustomerColumn, customerColumns } from './customers.ts'

/** A part of a text: plain text, or a column of the recipient's row with a fallback for empty cells. */
export type MergePart = { text: string } | { column: CustomerColumn; fallback: string | undefined }

/** Matches a merge field such as `{{First Name|there}}`: a column name and an optional fallback. */
const FIELD = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g

/** Removes invisible characters, and replaces each white space, for example a no-break space, with one space. */
const plainSpaces = (name: string): string =>
  name
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const columnOf = (name: string): CustomerColumn | undefined =>
  customerColumns.find((column) => column.toLowerCase() === plainSpaces(name).toLowerCase())

export const mergeColumns = [
  'First Name',
  'Last Name',
  'Email id',
  'Mobile No',
  'Lead Date',
  'Customer date',
] as const satisfies CustomerColumn[]

export const mergeField = (column: CustomerColumn, fallback: string): string => `{{${column}|${fallback}}}`

/** Splits a text into its parts. A field in braces that does not name a column stays plain text. */
export function mergePartsOf(text: string): MergePart[] {
  const parts: MergePart[] = []
  let end = 0
  for (const { index, 0: whole, 1: name = '', 2: fallback } of text.matchAll(FIELD)) {
    const column = columnOf(name)
    if (!column) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ column, fallback: fallback?.trim() })
    end = index + whole.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Returns the error message for an unclosed field, an unknown column or a missing fallback. */
export function checkMergeFields(text: string): string | undefined {
  for (const [whole, name = '', fallback] of text.matchAll(FIELD)) {
    if (!mergeColumns.some((column) => column === columnOf(name)))
      return `${whole} is not a valid field. Use one of ${mergeColumns.join(', ')}.`
    if (isBlank(fallback ?? '')) return `${whole} needs a fallback for empty cells, for example {{${columnOf(name)}|there}}.`
  }
  return /\{\{|\}\}/.test(text.replaceAll(FIELD, ''))
    ? 'Write a field with two braces on each side, for example {{First Name|there}}.'
    : undefined
}
