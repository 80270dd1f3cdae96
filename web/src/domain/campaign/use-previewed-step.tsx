import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../shared/ui/Button.tsx'
import styles from './previewed-step.module.css'

interface StepMail {
  type: string
  subject: string
  body: string
  attachmentUrl: string | null
  attachmentName: string | null
}

/**
 * Returns the email of a step, and a button that shows or hides this email. If the step has no text yet, the button calls `onNothing`
 * instead.
 */
export function usePreviewedStep(step: StepMail, onNothing?: () => void) {
  const [isAsked, setAsked] = useState(false)
  const id = useId()
  const isNothing = !step.subject && !step.body
  const isShown = isAsked && !isNothing

  return {
    toggle: (
      <Button
        tone="quiet"
        icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-description={step.type}
        onClick={() => (isNothing ? onNothing?.() : setAsked(!isShown))}
      >
        {isShown ? 'Hide' : 'View'}
      </Button>
    ),
    mail: isShown && (
      <div id={id} className={styles.mail}>
        <p className={styles.subject}>{step.subject}</p>
        {paragraphsOf(step.body).map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other key than their position
          <p key={at} className={styles.paragraph}>
            {paragraph}
          </p>
        ))}
        <Attachment step={step} />
      </div>
    ),
  }
}

const paragraphsOf = (body: string): string[] => body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')

const PICTURE = /\.(jpe?g|png|gif|bmp|webp|svg)$/i

function Attachment({ step: { attachmentUrl, attachmentName } }: { step: StepMail }) {
  if (!attachmentUrl) return null
  const path = attachmentName ?? attachmentUrl.split(/[?#]/)[0] ?? ''
  if (PICTURE.test(path)) return <img className={styles.picture} src={attachmentUrl} alt={attachmentName ?? 'Attachment'} />
  return (
    <a href={attachmentUrl} target="_blank" rel="noreferrer">
      Open Attachment
    </a>
  )
}
