import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ItemResult.module.css'

interface ItemResultProps {
  outcome: 'done' | 'failed'
  children: ReactNode
}

/** The result of one item of a bulk action: what was done, or why it failed. */
export const ItemResult = ({ outcome, children }: ItemResultProps) => (
  <span className={styles[outcome]}>
    {outcome === 'done' ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />} {children}
  </span>
)

/** The progress or result of a bulk action, beside the buttons of a dialog. On phones, it is above the buttons. */
export const FooterStatus = ({ children }: { children: ReactNode }) => (
  <p className={styles.status} role="status">
    {children}
  </p>
)
