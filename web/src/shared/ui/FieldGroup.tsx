import type { ReactNode } from 'react'
import styles from './FieldGroup.module.css'

/** One of a long form's questions: what, when, where. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}
