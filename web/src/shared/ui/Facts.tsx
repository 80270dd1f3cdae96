import type { ReactNode } from 'react'
import styles from './Facts.module.css'

interface Fact {
  label: string
  value: ReactNode
  /** Shares its line with a short neighbour. */
  isShort?: boolean
}

/** Labelled facts. Empty ones are left out, or said as `emptyText`. */
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
