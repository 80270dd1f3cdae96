import type { Customer } from '@app/contracts/http/customers.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'

/** By it spreadsheets know that the file is UTF-8. */
const BOM = '\uFEFF'

/** A file of comma-separated values (RFC 4180) of these rows, with the sheet's columns. */
export function toCsv(rows: readonly Customer[]): string {
  const lines = rows.map((row) => customerColumns.map((column) => row[column]))
  return BOM + [customerColumns, ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

/** Quoted where it has to be, and no formula to the program that opens the file: a row may come from a stranger. */
function toCell(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
