import type { ReactNode } from 'react'
import styles from './Table.module.css'

interface TableProps {
  /** Names the table; read out, not shown. */
  caption: string
  head: readonly string[]
  /** `<tr>`s. */
  children: ReactNode
}

/** Scrolls sideways within itself when the screen is narrow. */
export function Table({ caption, head, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroller} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
