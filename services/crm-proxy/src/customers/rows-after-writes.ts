import { type CustomerTexts, customerColumns } from '@app/contracts/rules/customers.ts'
import type { CopyRow, FoundRow } from '../sheet/copy.ts'
import type { StoredWrite } from '../writes/write.repository.ts'

export interface RowAfterWrites {
  texts: CopyRow
  raw: CustomerTexts
}

/** Row number of an entry that is not in the sheet yet. */
const NO_ROW = 0
const empty = Object.fromEntries(customerColumns.map((column) => [column, ''])) as CustomerTexts

export function newRow(id: string): RowAfterWrites {
  const raw = { ...empty, 'Customer ID': id }
  return { texts: { ...raw, row: NO_ROW }, raw }
}

/** Applies waiting changes to the rows of the copy, in order. For a conflict, uses the values of the sheet. Ignores refused changes. */
export function rowsAfterWrites(found: ReadonlyMap<string, FoundRow>, writes: readonly StoredWrite[]): Map<string, RowAfterWrites> {
  const rows = new Map([...found].map(([id, { texts, raw }]): [string, RowAfterWrites] => [id, { texts, raw: { ...texts, ...raw } }]))
  for (const { kind, state, customer_id: id, values, theirs, old } of writes) {
    if (state === 'refused') continue
    const isKnown = rows.has(id)
    const { texts, raw } = rows.get(id) ?? newRow(id)
    if (state === 'conflict') {
      if (isKnown) rows.set(id, { texts: { ...texts, ...theirs }, raw: { ...raw, ...old[0]?.cells } })
    } else if (isKnown || kind === 'add') rows.set(id, { texts: { ...texts, ...values }, raw: { ...raw, ...values } })
    if (state !== 'conflict' && kind === 'merge') for (const removed of old.slice(1)) rows.delete(removed.id)
  }
  return rows
}
