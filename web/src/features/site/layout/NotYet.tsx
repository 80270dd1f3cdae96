import type { ReactNode } from 'react'
import styles from './Footer.module.css'

/** The place of a link whose page does not exist yet: it goes nowhere, and says so. */
export function NotYet({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML marks the place of one
    <a role="link" aria-disabled="true" className={styles.notYet} title="Not available yet">
      {children}
      <span className={styles.spoken}> (not available yet)</span>
    </a>
  )
}
