import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './PreviewedStep.module.css'

interface StepMail {
  type: string
  subject: string
  body: string
  attachmentUrl: string | null
  attachmentName: string | null
}

interface PreviewedStepProps {
  step: StepMail
  /** It was to be shown, and has no words yet. */
  onNothing: () => void
}

/** A toggle, and below it what the mail of a step says. */
export function PreviewedStep({ step, onNothing }: PreviewedStepProps) {
  const [isAsked, setAsked] = useState(false)
  const id = useId()
  const isNothing = !step.subject && !step.body
  const isShown = isAsked && !isNothing

  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className={styles.toggle}
        icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-description={step.type}
        onClick={() => (isNothing ? onNothing() : setAsked(!isShown))}
      >
        {isShown ? 'Hide' : 'View'}
      </Button>
      {isShown && (
        <div id={id} className={styles.mail}>
          <p className={styles.subject}>{step.subject}</p>
          {paragraphsOf(step.body).map((paragraph, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name than their place
            <p key={at} className={styles.paragraph}>
              {paragraph}
            </p>
          ))}
          <Attachment step={step} />
        </div>
      )}
    </>
  )
}

/** An empty line ends a paragraph. */
const paragraphsOf = (body: string): string[] => body.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')

/** Those that are shown as pictures. */
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
