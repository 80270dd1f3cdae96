import { MailWarning } from 'lucide-react'
import { SendLink } from './SendLink.tsx'
import styles from './UnconfirmedEmail.module.css'

/** Says that the owner's email address is not confirmed, and offers a new link. */
export function UnconfirmedEmail({ text }: { text: string }) {
  return (
    <div className={styles.notice}>
      <MailWarning aria-hidden="true" />
      <div className={styles.words}>
        <p>{text}</p>
        <SendLink />
      </div>
    </div>
  )
}
