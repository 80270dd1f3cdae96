import type { Task } from '@app/contracts/http/tasks.ts'
import { earliestTarget, SUBMISSION_FIRST } from '@app/contracts/rules/task-dates.ts'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { DateField, FieldPair } from '../../../shared/ui/Field.tsx'
import { toast } from '../toasts.ts'
import styles from './Once.module.css'
import { Quota } from './Quota.tsx'
import type { TaskForm } from './task-form.ts'

/** The two dates of a task that posts once: the second waits for the first, and goes when it has become too early. */
export function Once({ tasks }: { tasks: readonly Task[] }) {
  const { text, values, set } = useFormContext<TaskForm>()
  const { submissionForReview: submission, targetPostingDate: target } = values

  function submitOn(submissionForReview: string): void {
    const isEarly = target && (!submissionForReview || target < earliestTarget(submissionForReview))
    set({ submissionForReview, ...(isEarly && { targetPostingDate: '' }) })
  }

  return (
    <>
      <FieldPair>
        <DateField
          label="Submission for review"
          required
          min={businessTomorrow()}
          {...text('submissionForReview')}
          onChange={({ currentTarget }) => submitOn(currentTarget.value)}
        />
        {/* A disabled input hears no clicks: what it waits for is said by what is around it. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the hint of the field says the same to everybody else */}
        <div className={submission ? undefined : styles.waiting} onClick={submission ? undefined : () => toast.failed(SUBMISSION_FIRST)}>
          <DateField
            label="Target posting"
            required
            disabled={!submission}
            min={submission ? earliestTarget(submission) : undefined}
            {...text('targetPostingDate')}
          />
        </div>
      </FieldPair>
      <p className={styles.rule}>We need at least 3 days between your review and the posting.</p>
      {target && <Quota tasks={tasks} date={target} />}
    </>
  )
}
