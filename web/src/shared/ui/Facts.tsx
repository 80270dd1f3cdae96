import type { ReactNode } from 'react'
import styles from './Facts.module.css'

interface Fact {
  label: string
  value: ReactNode
  /** Whether the fact can share a line with another short fact. */
  isShort?: boolean
}

interface FactsProps {
  facts: readonly Fact[]
  /** Text of the facts without a value. */
  emptyText?: string
  /** Label of the last line. This line lists the labels of all facts without a value. */
  emptyLabel?: string
}

const isEmpty = (value: ReactNode): boolean => value === null || value === undefined || value === '' || value === false

/** A list of labels and values. Facts without a value are omitted, unless `emptyText` or `emptyLabel` is given. */
export function Facts({ facts, emptyText, emptyLabel }: FactsProps) {
  const missing = emptyLabel ? facts.filter(({ value }) => isEmpty(value)).map(({ label }) => label.toLowerCase()) : []
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
      {missing.length > 0 && (
        <div className={styles.missing}>
          <dt>{emptyLabel}:</dt> <dd>{missing.join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}
