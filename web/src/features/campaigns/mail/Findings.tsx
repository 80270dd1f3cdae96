import type { Finding } from '@app/contracts/http/mails.ts'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import styles from './Findings.module.css'

export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <div role="status">
      {findings.length > 0 && (
        <ul className={styles.findings}>
          {findings.map(({ code, severity, message }) => (
            <li key={code + message} className={styles.finding} data-severity={severity}>
              {severity === 'error' ? <CircleAlert aria-label="Must be fixed" /> : <TriangleAlert aria-label="Warning" />}
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
