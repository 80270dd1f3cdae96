import type { Suspension } from '@app/contracts/http/suspensions.ts'
import { OctagonX } from 'lucide-react'
import { Time } from '../ui/Time.tsx'
import styles from './SuspensionNotice.module.css'

const texts: Record<Suspension['scope'], string> = {
  campaign: 'We have suspended this campaign.',
  company: 'We have suspended all campaigns of this company.',
  all: 'We have suspended sending for all campaigns for now.',
}

export function SuspensionNotice({ suspension: { scope, reason, since } }: { suspension: Suspension }) {
  return (
    <div className={styles.suspension}>
      <OctagonX aria-hidden="true" />
      <p>
        <strong>{texts[scope]}</strong> {reason} (<Time value={since} clock />)
      </p>
    </div>
  )
}
