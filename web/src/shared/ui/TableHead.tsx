// biome-ignore-all lint/a11y/noRedundantRoles: in Safari, a table with `display: grid` loses its table roles
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import styles from './TableHead.module.css'
import type { Sort, Sortable } from './use-order.ts'

export interface Heading<Row> extends Sortable<Row> {
  /** Aligns the column to the right, for numbers. */
  align?: 'end'
  /**
   * How narrow screens show the values of the column. By default, each value is shown with its heading. `hidden`: the values are not shown.
   * `bare`: the values are shown without the heading. `rest`: like `bare`, but a dense table cuts off the value at the end of the second
   * line. Use `rest` for the last column, so that each row of a dense table has two lines.
   */
  onNarrow?: 'hidden' | 'bare' | 'rest'
}

/** The sorted column, from `useOrder`, and the handler of the heading buttons. */
export interface Order {
  sort: Sort | undefined
  press: (column: number) => void
}

interface TableHeadProps<Row> {
  columns: readonly Heading<Row>[]
  order: Order | undefined
  dense: boolean
}

/** Table headings that stay at the top. A click on a sortable heading sorts the table. Narrow screens show only the sortable headings. */
export function TableHead<Row>({ columns, order, dense }: TableHeadProps<Row>) {
  const { sort, press } = order ?? {}
  return (
    <thead role="rowgroup" className={styles.head} data-dense={dense || undefined}>
      <tr role="row" className={styles.headings} aria-rowindex={1}>
        {columns.map(({ heading, sortKey, align, onNarrow }, at) => {
          const direction = sort?.column === at ? sort.direction : undefined
          return (
            <th
              key={heading}
              role="columnheader"
              className={styles.heading}
              scope="col"
              data-align={align}
              data-narrow={onNarrow}
              aria-sort={direction}
            >
              {sortKey && press ? (
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
  )
}

function SortIcon({ direction }: { direction: Sort['direction'] | undefined }) {
  if (direction === 'ascending') return <ArrowUp aria-hidden="true" />
  if (direction === 'descending') return <ArrowDown aria-hidden="true" />
  return <ArrowUpDown className={styles.unsorted} aria-hidden="true" />
}
