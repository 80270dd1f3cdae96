import { CircleAlert } from 'lucide-react'
import styles from './Field.module.css'

/** Error message that does not belong to a field, in the look of a field's error. Without a message, only the empty live region remains. */
export function ErrorText({ children }: { children: string | undefined }) {
  return (
    <p className={styles.error} role="alert">
      {children && (
        <>
          <CircleAlert aria-hidden="true" />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}
