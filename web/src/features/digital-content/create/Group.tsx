import type { ReactNode } from 'react'
import styles from './Group.module.css'

/** One of the panel's questions: what, when, where. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}
