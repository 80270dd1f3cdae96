// biome-ignore-all lint/a11y/noRedundantRoles: to Safari, what is laid out as a grid is no table any more
import { type KeyboardEvent, memo, type ReactNode, useMemo } from 'react'
import styles from './DataTable.module.css'
import { Link } from './Link.tsx'
import { Skeleton } from './states.tsx'
import { type Heading, type Order, TableHead } from './TableHead.tsx'
import { useNearViewport } from './use-near-viewport.ts'

export interface Column<Row> extends Heading<Row> {
  cell: (row: Row) => ReactNode
  /** How wide it is beside the others; 1 unless said. */
  share?: number
}

interface DataTableProps<Row> {
  /** Names it to who does not see what stands around it. */
  label: string
  /** The first names a row. Made once, not with each render. */
  columns: readonly Column<Row>[]
  /** None while they load. */
  rows: readonly Row[] | undefined
  /** Without it no heading sorts. */
  order?: Order
  keyOf: (row: Row) => string
  /** Where a click anywhere on a row leads; to the keyboard it is one link. Made once, too. */
  linkOf?: (row: Row) => { to: string; state?: unknown }
  /** Rows of one line each, as many on a screen as can be read; where it is narrow, of two. */
  dense?: boolean
  /** Stands there when there are no rows. */
  empty: ReactNode
}

/** More than these are cards a little earlier. */
const MANY_COLUMNS = 6
/** So many rows are in the page together, or none of them. */
const BLOCK = 100

/** Rows under headings that sort and stay in sight; where it is narrow, a card for each row. */
export function DataTable<Row>({ label, columns, rows, order, keyOf, linkOf, dense = false, empty }: DataTableProps<Row>) {
  const blocks = useMemo(() => inBlocks(rows ?? []), [rows])
  if (!rows) return <TableSkeleton label={label} />
  if (rows.length === 0) return empty

  // Each row is a grid of its own, so that those out of sight cost nothing: a real table is laid out as a whole.
  const tracks = columns.map(({ share = 1 }) => `minmax(0, ${share}fr)`).join(' ')

  return (
    <div
      className={styles.frame}
      data-many={columns.length > MANY_COLUMNS || undefined}
      data-dense={dense || undefined}
      style={{ '--tracks': tracks }}
    >
      <table role="table" className={styles.table} aria-label={label} aria-rowcount={rows.length + 1} onKeyDown={moveByArrows}>
        <TableHead columns={columns} order={order} dense={dense} />
        {blocks.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is a place; what stands in it changes
          <RowBlock key={at} rows={block} first={at * BLOCK} columns={columns} keyOf={keyOf} linkOf={linkOf} />
        ))}
      </table>
    </div>
  )
}

interface BlockProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'keyOf' | 'linkOf'> {
  rows: readonly Row[]
  /** The place of its first row among all. */
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

/** Of many rows those that are near are in the page, and of the rest the room they take. */
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

/** Drawn once: sorting and searching only move them. */
const TableRow = memo(DrawnRow) as typeof DrawnRow

/** From a row's link to the next one's: by Tab each row is a stop more for everything that can be pressed in it. */
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
