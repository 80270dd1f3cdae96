import type { ReactNode } from 'react'
import styles from './FooterStatus.module.css'

/** The progress or result of a bulk action, beside the buttons of a dialog. On phones, it is above the buttons. */
export const FooterStatus = ({ children }: { children: ReactNode }) => (
  <p className={styles.status} role="status">
    {children}
  </p>
)
