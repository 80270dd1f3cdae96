import { briefTexts } from '@app/contracts/rules/brief.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormContext } from '../../../shared/form/Form.tsx'
import styles from './MoreDetails.module.css'
import type { TaskForm } from './task-form.ts'

/** The fields that are not required. */
const details = ['targetPostingTime', ...briefTexts.filter((name) => name !== 'title'), 'referenceImage', ...platforms] as const

interface MoreDetailsProps {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** Shows and hides the fields that are not required. They are shown if one of them has an error. Must be inside a `Form`. */
export function MoreDetails({ isOpen, onToggle, children }: MoreDetailsProps) {
  const { values, errorOf } = useFormContext<TaskForm>()
  const entered = details.filter((name) => values[name])
  const isShown = isOpen || details.some((name) => errorOf(name))
  return (
    <details className={styles.details} open={isShown} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className={styles.summary}>
        <span>
          {isShown ? 'Hide details' : 'Add more details'}
          <span className={styles.hint}>
            {entered.length > 0 ? `${entered.length} filled in` : 'A time, texts, a picture and platforms. You can leave them out.'}
          </span>
        </span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}
