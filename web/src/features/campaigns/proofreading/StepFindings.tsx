import type { Finding } from '@app/contracts/http/proofreading.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/campaign/left-out.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { type CheckedStep, proofreadingQuery } from './proofread-step.ts'
import styles from './StepFindings.module.css'

interface StepFindingsProps {
  step: CheckedStep
  /** Whether the email is checked now. Otherwise, only the result of an earlier check is shown, if there is one. */
  isChecked: boolean
  isOpen: (finding: Finding) => boolean
  onAccept: (finding: Finding) => void
}

/** Shows what may be wrong in an email. What is only likely is one line that opens. */
export function StepFindings({ step, isChecked, isOpen, onAccept }: StepFindingsProps) {
  const { data, isFetching, isError } = useQuery({ ...proofreadingQuery(step), enabled: isChecked })
  const open = data?.findings.filter(isOpen) ?? []
  const sure = open.filter(({ certainty }) => certainty === 'sure')
  const likely = open.filter(({ certainty }) => certainty === 'likely')

  function state(): string | undefined {
    if (isFetching) return 'Checking for mistakes…'
    if (isError) return 'We couldn’t check this email for mistakes.'
    return data?.isPictureUnchecked ? 'We couldn’t check the picture for mistakes.' : undefined
  }

  const words = state()
  return (
    <div className={styles.findings} role="status">
      {words && <p className={styles.quiet}>{words}</p>}
      {sure.length > 0 && (
        <ul className={styles.list}>
          {sure.map((finding) => (
            <SureFinding key={keyOf(finding)}>
              <span>{finding.message}</span>
              <Button tone="quiet" size="small" aria-description={finding.message} onClick={() => onAccept(finding)}>
                This is right
              </Button>
            </SureFinding>
          ))}
        </ul>
      )}
      {likely.length > 0 && (
        <details className={styles.quiet}>
          <summary>{formatCount(likely.length, 'thing', 'things')} to look at</summary>
          <ul className={styles.likely}>
            {likely.map((finding) => (
              <li key={keyOf(finding)}>{finding.message}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const keyOf = ({ kind, message, place }: Finding): string => [kind, message, place.in, place.from].join(' ')

export const SureFinding = ({ children }: { children: ReactNode }) => (
  <li className={styles.sure}>
    <TriangleAlert aria-label="Probably a mistake" />
    <div className={styles.words}>{children}</div>
  </li>
)
