import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import encodeQR from 'qr'
import { CodeForm } from './CodeForm.tsx'
import styles from './second-factor.module.css'

interface SetUpProps {
  secret: SecondFactorSecret
  busy: boolean
  failure: Error | null
  onCode: (code: string) => void
}

/** Shows a new secret as a QR code and as text. Then asks for a code, which proves that the authenticator app has the secret. */
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

/** Width of the empty border, in modules. Scanners need this border to find the QR code. */
const QUIET_ZONE = 4

/** The QR code is dark on light in both themes, because some scanners cannot read light on dark. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const dots = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg className={styles.qrCode} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={dots.join('')} />
    </svg>
  )
}
