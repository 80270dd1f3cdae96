// biome-ignore-all lint/a11y/noRedundantRoles: in Safari, a table with `display: grid` loses its table roles
import { type KeyboardEvent, memo, type ReactNode, useMemo } from 'react'
import styles from './DataTable.module.css'
import { Link } from './Link.tsx'
import { Skeleton } from './states.tsx'
import { type Heading, type Order, TableHead } from './TableHead.tsx'
import { useNearViewport } from './use-near-viewport.ts'

export interface Column<Row> extends Heading<Row> {
  cell: (row: Row) => ReactNode
  /** Width relative to the other columns. Default: 1. */
  share?: number
  /** Whether a dense table wraps the values instead of cutting them off. In the first column, it cuts them off after two lines. */
  wraps?: boolean
}

interface DataTableProps<Row> {
  label: string
  /** The first column is the row header. Pass the same array at each render. */
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  /** Without `order`, the rows cannot be sorted. */
  order?: Order
  keyOf: (row: Row) => string
  /** Target of a click anywhere on a row. The first cell contains a link to this target. Pass the same function at each render. */
  linkOf?: (row: Row) => { to: string; state?: unknown }
  /** Shows rows of one line, or of two lines on narrow screens, so that more rows fit on a screen. Columns that wrap may add lines. */
  dense?: boolean
  empty: ReactNode
}

/** Tables with more columns than this switch to cards at a larger window width. */
const MANY_COLUMNS = 5
/** Number of rows that are rendered or removed together. */
const BLOCK = 100

/** Table with sortable headings that stay at the top. On narrow screens each row is a card. */
export function DataTable<Row>({ label, columns, rows, order, keyOf, linkOf, dense = false, empty }: DataTableProps<Row>) {
  const blocks = useMemo(() => inBlocks(rows ?? []), [rows])
  if (!rows) return <TableSkeleton label={label} />
  if (rows.length === 0) return empty

  // Each row is a separate grid, because only rows near the viewport are rendered. A `table` layout would need all rows.
  const tracks = columns.map(({ share = 1 }) => `minmax(0, ${share}fr)`).join(' ')

  return (
    <div
      className={styles.frame}
      data-many={columns.length > MANY_COLUMNS || undefined}
      data-dense={dense || undefined}
      style={{ '--tracks': tracks }}
    >
      <table
        ref={measureRows}
        role="table"
        className={styles.table}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        onKeyDown={moveByArrows}
      >
        <TableHead columns={columns} order={order} dense={dense} />
        {blocks.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no key other than their position
          <RowBlock key={at} rows={block} first={at * BLOCK} columns={columns} keyOf={keyOf} linkOf={linkOf} />
        ))}
      </table>
    </div>
  )
}

/**
 * Ref callback of a table. Sets the table's CSS variable `--row` to the average height of the rows in one rendered block. A block that was
 * not rendered yet reserves this height for each of its rows. So the page is about as high as with all rows, and a stored scroll position
 * leads to the same row again.
 */
function measureRows(table: HTMLTableElement) {
  let width: number | undefined
  const measure = () => {
    if (table.offsetWidth === width) return
    width = table.offsetWidth
    const block = [...table.tBodies].find(({ rows }) => rows.length > 0)
    if (block) table.style.setProperty('--row', `${block.getBoundingClientRect().height / block.rows.length}px`)
  }
  measure()
  const observer = new ResizeObserver(measure)
  // Observes the head instead of the table. Both have the same width, but the height of the table depends on `--row`. If the table were
  // observed, each change of `--row` would call the observer again.
  if (table.tHead) observer.observe(table.tHead)
  return () => observer.disconnect()
}

interface BlockProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'keyOf' | 'linkOf'> {
  rows: readonly Row[]
  first: number
}

function Block<Row>({ rows, first, columns, keyOf, linkOf }: BlockProps<Row>) {
  const { ref, isNear, seenHeight } = useNearViewport<HTMLTableSectionElement>(first === 0)
  return (
    <tbody ref={ref} role="rowgroup" className={styles.block} style={{ '--rows': rows.length, '--seen': seenHeight && `${seenHeight}px` }}>
      {isNear && rows.map((row, at) => <TableRow key={keyOf(row)} index={first + at + 2} columns={columns} row={row} linkOf={linkOf} />)}
    </tbody>
  )
}

/** A block of rows is rendered only near the viewport. Elsewhere it only reserves the height of its rows. */
const RowBlock = memo(Block) as typeof Block

const inBlocks = <Row,>(rows: readonly Row[]): (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, at) => rows.slice(at * BLOCK, (at + 1) * BLOCK))

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'linkOf'> {
  row: Row
  index: number
}

function DrawnRow<Row>({ columns, row, index, linkOf }: TableRowProps<Row>) {
  const [first, ...rest] = columns
  return (
    <tr role="row" className={styles.row} data-leads={linkOf && ''} aria-rowindex={index}>
      <th role="rowheader" className={styles.cell} scope="row" data-align={first?.align} data-wraps={first?.wraps}>
        {linkOf ? (
          <Link className={styles.link} {...linkOf(row)}>
            {first?.cell(row)}
          </Link>
        ) : (
          first?.cell(row)
        )}
      </th>
      {rest.map(({ heading, cell, align, onNarrow, wraps }) => (
        <td
          key={heading}
          role="cell"
          className={styles.cell}
          data-align={align}
          data-heading={heading}
          data-narrow={onNarrow}
          data-wraps={wraps}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** Memoized, because sorting and searching do not change the content of a row. */
const TableRow = memo(DrawnRow) as typeof DrawnRow

/** Moves the focus between the links of the rows by arrow keys. The Tab key reaches the links and the other controls of the rows. */
function moveByArrows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.link}`)]
  const at = links.indexOf(event.target as HTMLElement)
  if (!step || at < 0) return
  event.preventDefault()
  links[at + step]?.focus()
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
