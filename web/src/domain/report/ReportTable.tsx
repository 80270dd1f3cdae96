// biome-ignore-all lint/a11y/noRedundantRoles: in Safari, a table with `display: grid` loses its table roles
import type { ReactNode } from 'react'
import styles from './ReportTable.module.css'

interface ReportTableProps {
  label: string
  /** The first column contains the headings of the rows. */
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** Whether the columns after the first one contain numbers, which are aligned at their end. */
  isNumeric?: boolean
  /** Whether the last row contains the totals. */
  hasTotals?: boolean
}

/** Tables with more columns than this show the cells of a row below its heading if there is little space. */
const NARROW_COLUMNS_MAX = 3

/** A table of a report. */
export function ReportTable({ label, columns, rows, isNumeric = true, hasTotals = false }: ReportTableProps) {
  return (
    <div className={styles.frame}>
      <table
        role="table"
        className={styles.table}
        aria-label={label}
        data-numeric={isNumeric || undefined}
        data-totals={hasTotals || undefined}
        data-wide={columns.length > NARROW_COLUMNS_MAX || undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells: [heading, ...cells] }) => (
            <tr key={key} role="row">
              <th role="rowheader" scope="row">
                {heading}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at + 1]} role="cell" data-heading={columns[at + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
