import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { useChangeQuery } from './use-change-query.ts'

type SortKey = string | number | null

export interface Sortable<Row> {
  heading: string
  /** Returns the value to sort rows by. A column without `sortKey` cannot be sorted. Rows with null or '' are last in both directions. */
  sortKey?: (row: Row) => SortKey
}

export interface Sort {
  column: number
  direction: 'ascending' | 'descending'
}

/**
 * Sorts rows by the heading that was pressed last. The URL contains the order: `?sort=last-contact`, or `?sort=-last-contact` for a
 * descending order. To avoid a new sort at each search, pass all rows to this hook, and search in the result. Pass the same `columns` array
 * at each render.
 */
export function useOrder<Row>(rows: readonly Row[] | undefined, columns: readonly Sortable<Row>[]) {
  const { search } = useLocation()
  const changeQuery = useChangeQuery()
  const value = new URLSearchParams(search).get('sort') ?? ''
  const sort = useMemo(() => sortOf(value, columns), [value, columns])
  const ordered = useMemo(() => rows && inOrder(rows, columns, sort), [rows, columns, sort])

  function press(column: number): void {
    // After a quick second press, the URL already contains the first order, but the table does not show it yet.
    const name = nameOf(columns[column])
    const isReversed = new URLSearchParams(window.location.search).get('sort') === name
    changeQuery({ sort: `${isReversed ? DESCENDING : ''}${name}` }, { replace: true })
  }
  return { rows: ordered, order: { sort, press } }
}

const DESCENDING = '-'

/** Returns the name of a column in the URL: its heading in lower case, with hyphens. */
const nameOf = <Row>(column: Sortable<Row> | undefined): string => (column?.heading ?? '').toLowerCase().replaceAll(' ', '-')

/** Reads the order from the URL. Returns undefined if the URL names no sortable column. */
function sortOf<Row>(value: string, columns: readonly Sortable<Row>[]): Sort | undefined {
  const direction = value.startsWith(DESCENDING) ? 'descending' : 'ascending'
  const name = direction === 'descending' ? value.slice(DESCENDING.length) : value
  const column = columns.findIndex((one) => one.sortKey && nameOf(one) === name)
  return column < 0 ? undefined : { column, direction }
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
