import { type CustomerColumn, customerColumns } from './customers.ts'

/** A piece of a text with merge fields: words, or a column of the recipient's row with what stands where that is empty. */
export type MergePart = { text: string } | { column: CustomerColumn; fallback: string | undefined }

/** `{{First Name|there}}`: a column, spelled as in the sheet but for case and spaces around it; after a bar, the fallback. */
const FIELD = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g

const columnOf = (name: string): CustomerColumn | undefined =>
  customerColumns.find((column) => column.toLowerCase() === name.trim().toLowerCase())

/** Columns that a mail may speak of. */
export const mergeColumns = [
  'First Name',
  'Last Name',
  'Email id',
  'Mobile No',
  'Lead Date',
  'Customer date',
] as const satisfies CustomerColumn[]

/** How a field is written. */
export const mergeField = (column: CustomerColumn, fallback: string): string => `{{${column}|${fallback}}}`

/** A text in its parts. What is no merge field, or names no column, is words. */
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

/** What is wrong with a text's merge fields, or undefined: one that is not closed, names no column, or may be empty with nothing to stand in. */
export function checkMergeFields(text: string): string | undefined {
  for (const [whole, name = '', fallback] of text.matchAll(FIELD)) {
    if (!mergeColumns.some((column) => column === columnOf(name))) return `${whole} is none of ${mergeColumns.join(', ')}.`
    if (!fallback?.trim()) return `${whole} needs words for whoever has none there, such as {{${columnOf(name)}|there}}.`
  }
  return /\{\{|\}\}/.test(text.replaceAll(FIELD, ''))
    ? 'A field is written in two braces on each side, such as {{First Name|there}}.'
    : undefined
}
