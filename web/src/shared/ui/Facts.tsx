import type { ReactNode } from 'react'
import styles from './Facts.module.css'

interface Fact {
  label: string
  value: ReactNode
  /** Whether the fact can share a line with another short fact. */
  isShort?: boolean
}

/** A list of labels and values. Facts without a value are omitted, or show `emptyText` if it is given. */
export function Facts({ facts, emptyText }: { facts: readonly Fact[]; emptyText?: string }) {
  const isEmpty = (value: ReactNode) => value === null || value === undefined || value === '' || value === false
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => emptyText !== undefined || !isEmpty(value))
        .map(({ label, value, isShort }) => (
          <div key={label} className={styles.fact} data-short={isShort}>
            <dt className={styles.label}>{label}</dt>
            <dd className={isEmpty(value) ? styles.none : styles.value}>{isEmpty(value) ? emptyText : value}</dd>
          </div>
        ))}
    </dl>
  )
}
