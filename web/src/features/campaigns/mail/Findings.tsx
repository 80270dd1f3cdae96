import type { Finding } from '@app/contracts/http/mails.ts'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import styles from './Findings.module.css'

/** What stands in the way of a mail, or should be known before it is sent. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <div role="status">
      {findings.length > 0 && (
        <ul className={styles.findings}>
          {findings.map(({ code, severity, message }) => (
            <li key={code + message} className={styles.finding} data-severity={severity}>
              {severity === 'error' ? <CircleAlert aria-label="Has to be mended" /> : <TriangleAlert aria-label="To be considered" />}
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
