import { useMemo, useState } from 'react'

type SortKey = string | number | null

export interface Sortable<Row> {
  /** Returns the value to sort rows by. A column without `sortKey` cannot be sorted. Rows with null or '' are last in both directions. */
  sortKey?: (row: Row) => SortKey
}

export interface Sort {
  column: number
  direction: 'ascending' | 'descending'
}

/**
 * Sorts rows by the heading that was pressed last. To avoid a new sort at each search, pass all rows to this hook, and search in the
 * result. Pass the same `columns` array at each render.
 */
export function useOrder<Row>(rows: readonly Row[] | undefined, columns: readonly Sortable<Row>[]) {
  const [sort, setSort] = useState<Sort>()
  const ordered = useMemo(() => rows && inOrder(rows, columns, sort), [rows, columns, sort])
  const press = (column: number) =>
    setSort({ column, direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending' })
  return { rows: ordered, order: { sort, press } }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function inOrder<Row>(rows: readonly Row[], columns: readonly Sortable<Row>[], sort: Sort | undefined): readonly Row[] {
  const sortKey = sort && columns[sort.column]?.sortKey
  if (!sortKey) return rows
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, key: sortKey(row) }))
    .sort((a, b) => Number(isMissing(a.key)) - Number(isMissing(b.key)) || sign * compare(a.key, b.key))
    .map(({ row }) => row)
}

const isMissing = (key: SortKey): boolean => key === null || key === ''

const compare = (a: SortKey, b: SortKey): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
