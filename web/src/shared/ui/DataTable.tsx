// biome-ignore-all lint/a11y/noRedundantRoles: to Safari, what is laid out as a grid is no table any more
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import styles from './DataTable.module.css'
import { Link } from './Link.tsx'
import { Skeleton } from './stand-ins.tsx'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  /** What rows are sorted by under this heading. Without one it does not sort; rows without one stand last. */
  sortKey?: (row: Row) => SortKey
  /** How wide it is beside the others; 1 unless said. */
  share?: number
  /** Figures line up at their ends. */
  align?: 'end'
}

interface DataTableProps<Row> {
  /** Names it to who does not see what stands around it. */
  label: string
  /** The first names a row. Made once, not with each render. */
  columns: readonly Column<Row>[]
  /** None while they load. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Where a click anywhere on a row leads; to the keyboard it is one link. Made once, too. */
  linkOf?: (row: Row) => { to: string; state?: unknown }
  /** Stands there when there are no rows. */
  empty: ReactNode
}

/** More than these are cards a little earlier. */
const MANY_COLUMNS = 6
/** More than these are drawn as they come into sight: to Chromium, what is not drawn is not there to be read out either. */
const MANY_ROWS = 100

type SortKey = string | number | null

interface Sort {
  column: number
  direction: 'ascending' | 'descending'
}

/** Rows under headings that sort and stay in sight; where it is narrow, a card for each row. */
export function DataTable<Row>({ label, columns, rows, keyOf, linkOf, empty }: DataTableProps<Row>) {
  const [sort, setSort] = useState<Sort>()
  const shown = useMemo(() => rows && inOrder(rows, columns, sort), [rows, columns, sort])

  if (!shown) return <TableSkeleton label={label} />
  if (shown.length === 0) return empty

  const press = (column: number) =>
    setSort({ column, direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending' })

  // Each row is a grid of its own, so that those out of sight cost nothing: a real table is laid out as a whole.
  const tracks = columns.map(({ share = 1 }) => `minmax(0, ${share}fr)`).join(' ')

  return (
    <div className={styles.frame} data-many={columns.length > MANY_COLUMNS || undefined} style={{ '--tracks': tracks }}>
      <table role="table" className={styles.table} aria-label={label}>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row" className={styles.headings}>
            {columns.map(({ heading, sortKey, align }, at) => {
              const direction = sort?.column === at ? sort.direction : undefined
              return (
                <th key={heading} role="columnheader" className={styles.heading} scope="col" data-align={align} aria-sort={direction}>
                  {sortKey ? (
                    <button type="button" className={styles.sort} onClick={() => press(at)}>
                      {heading}
                      <SortIcon direction={direction} />
                    </button>
                  ) : (
                    heading
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody role="rowgroup" className={styles.body}>
          {shown.map((row) => (
            <TableRow key={keyOf(row)} columns={columns} row={row} linkOf={linkOf} isLazy={shown.length > MANY_ROWS} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'linkOf'> {
  row: Row
  isLazy: boolean
}

function DrawnRow<Row>({ columns, row, linkOf, isLazy }: TableRowProps<Row>) {
  const [first, ...rest] = columns
  return (
    <tr role="row" className={styles.row} data-leads={linkOf && ''} data-lazy={isLazy || undefined}>
      <th role="rowheader" className={styles.cell} scope="row" data-align={first?.align}>
        {linkOf ? (
          <Link className={styles.link} {...linkOf(row)}>
            {first?.cell(row)}
          </Link>
        ) : (
          first?.cell(row)
        )}
      </th>
      {rest.map(({ heading, cell, align }) => (
        <td key={heading} role="cell" className={styles.cell} data-align={align} data-heading={heading}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** Drawn once: of a thousand, sorting only moves them. */
const TableRow = memo(DrawnRow) as typeof DrawnRow

function SortIcon({ direction }: { direction: Sort['direction'] | undefined }) {
  if (direction === 'ascending') return <ArrowUp aria-hidden="true" />
  if (direction === 'descending') return <ArrowDown aria-hidden="true" />
  return <ArrowUpDown className={styles.unsorted} aria-hidden="true" />
}

function TableSkeleton({ label }: { label: string }) {
  return (
    <div className={`${styles.frame} ${styles.skeleton}`} role="status" aria-busy="true" aria-label={`Loading ${label}`}>
      {Array.from({ length: 5 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={at} shape="line" />
      ))}
    </div>
  )
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function inOrder<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): readonly Row[] {
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
