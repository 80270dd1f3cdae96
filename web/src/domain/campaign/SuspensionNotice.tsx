import { brand } from '@app/contracts/brand.ts'
import type { Suspension } from '@app/contracts/http/suspensions.ts'
import { OctagonX } from 'lucide-react'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './SuspensionNotice.module.css'

const texts: Record<Suspension['scope'], string> = {
  campaign: 'We have suspended this campaign.',
  company: 'We have suspended all campaigns of this company.',
  all: 'We have suspended sending for all campaigns for now.',
}

const contactUs = `Nothing is sent until then. Please write to ${brand.email} to continue.`
const nextSteps: Record<Suspension['scope'], string> = {
  campaign: contactUs,
  company: contactUs,
  all: 'You don’t have to do anything. We’ll email you when your emails can be sent again.',
}

interface SuspensionNoticeProps {
  suspension: Suspension
  /** Whether to say what the owner can do. */
  isForOwner?: boolean
}

/** Says that sending is suspended, why and since when. */
export function SuspensionNotice({ suspension: { scope, reason, since }, isForOwner = false }: SuspensionNoticeProps) {
  return (
    <div className={styles.suspension}>
      <OctagonX aria-hidden="true" />
      <p>
        <strong>{texts[scope]}</strong> <span>{reason}</span> (<Time value={since} clock />) {isForOwner && <span>{nextSteps[scope]}</span>}
      </p>
    </div>
  )
}
