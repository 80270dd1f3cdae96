import { MailWarning } from 'lucide-react'
import { useEffect } from 'react'
import { SendLink } from './SendLink.tsx'
import styles from './UnconfirmedEmail.module.css'
import { refreshUser } from './user.ts'

/** Notice that the owner's email address is not confirmed, with a button that sends a new link. */
export default function UnconfirmedEmail({ text }: { text: string }) {
  useEffect(() => {
    // The user may open the link in another tab or browser. So this tab checks the confirmation again when it becomes visible.
    const refreshOnReturn = () => {
      if (document.visibilityState === 'visible') void refreshUser()
    }
    document.addEventListener('visibilitychange', refreshOnReturn)
    return () => document.removeEventListener('visibilitychange', refreshOnReturn)
  }, [])

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
