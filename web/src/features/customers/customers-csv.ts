import type { Customer } from '@app/contracts/http/customers.ts'
import { CSV_MARK, csvLine } from '@app/contracts/rules/csv.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'

export function toCsv(rows: readonly Customer[]): string {
  const lines = rows.map((row) => customerColumns.map((column) => row[column]))
  return CSV_MARK + [customerColumns, ...lines].map(csvLine).join('')
}
