import type { Brake } from '@app/contracts/http/brakes.ts'
import { OctagonX } from 'lucide-react'
import { Time } from '../ui/Time.tsx'
import styles from './BrakeNotice.module.css'

const stopped: Record<Brake['scope'], string> = {
  campaign: 'Sending of this campaign was stopped by us.',
  company: 'Sending of this company’s campaigns was stopped by us.',
  all: 'Sending of all campaigns is stopped for the moment.',
}

/** That nothing is sent although its owner did not stop it, and why. */
export function BrakeNotice({ brake: { scope, reason, since } }: { brake: Brake }) {
  return (
    <div className={styles.brake}>
      <OctagonX aria-hidden="true" />
      <p>
        <strong>{stopped[scope]}</strong> {reason} (<Time value={since} clock />)
      </p>
    </div>
  )
}
