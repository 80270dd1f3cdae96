import { MailWarning } from 'lucide-react'
import { useEffect } from 'react'
import { refreshVerified } from './refresh-verified.ts'
import { SendLink } from './SendLink.tsx'
import styles from './UnconfirmedEmail.module.css'

/** Says that the owner's email address is not confirmed, and offers a new link. */
export default function UnconfirmedEmail({ text }: { text: string }) {
  useEffect(() => {
    // The link opens in another tab or on another device.
    const refreshOnReturn = () => {
      if (document.visibilityState === 'visible') void refreshVerified()
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
