import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { CodeForm } from './CodeForm.tsx'
import { QrCode } from './QrCode.tsx'
import styles from './SetUp.module.css'

interface SetUpProps {
  secret: SecondFactorSecret
  busy: boolean
  failure: Error | null
  onCode: (code: string) => void
}

/** Takes a new secret into an authenticator app and has it proved by a code. */
export default function SetUp({ secret: { secret, otpauthUrl }, busy, failure, onCode }: SetUpProps) {
  return (
    <ol className={styles.steps}>
      <li className={styles.step}>
        <p>Scan this with an authenticator app on your phone.</p>
        <QrCode text={otpauthUrl} label="QR code for your authenticator app" />
        <p className={styles.typed}>
          Or type this key into the app:
          <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      </li>
      <li className={styles.step}>
        <p>Enter the code that the app shows now.</p>
        <CodeForm submitLabel="Set up" busyLabel="Checking…" busy={busy} failure={failure} onCode={onCode} />
      </li>
    </ol>
  )
}
