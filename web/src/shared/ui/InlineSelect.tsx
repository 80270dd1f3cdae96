import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './InlineSelect.module.css'

interface InlineSelectProps {
  label: string
  value: string
  onChoose: (value: string) => void
  /** The options. */
  children: ReactNode
}

/** A select beside its label, for the tools of a list. Unlike `Select`, it is not part of a form. */
export const InlineSelect = ({ label, value, onChoose, children }: InlineSelectProps) => (
  <label className={styles.labeled}>
    {label}
    <span className={styles.box}>
      <select className={styles.select} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {children}
      </select>
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </span>
  </label>
)
