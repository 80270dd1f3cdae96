import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  /** A line drawing from `drawings.tsx`. */
  drawing?: ReactNode
  children: ReactNode
  action?: ReactNode
}

export function EmptyState({ drawing, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing}
      <p className={styles.sentence}>{children}</p>
      {action}
    </div>
  )
}
