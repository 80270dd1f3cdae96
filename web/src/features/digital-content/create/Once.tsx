import type { Task } from '@app/contracts/http/tasks.ts'
import { earliestTarget, SUBMISSION_FIRST } from '@app/contracts/rules/task-dates.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { businessTomorrow } from '../../../shared/config/business-time.ts'
import { DateField } from '../../../shared/ui/DateField.tsx'
import { FieldPair } from '../../../shared/ui/FieldPair.tsx'
import { toast } from '../toasts.ts'
import styles from './Once.module.css'
import { Quota } from './Quota.tsx'
import type { TaskForm } from './task-form.ts'

/** The two dates of a task that posts once: the second waits for the first, and goes when it has become too early. */
export function Once({ tasks }: { tasks: readonly Task[] }) {
  const { register, control, getValues, setValue, clearErrors, formState } = useFormContext<TaskForm>()
  const [submission, target] = useWatch({ control, name: ['submissionForReview', 'targetPostingDate'] })

  function dropEarlyTarget(): void {
    const { submissionForReview, targetPostingDate } = getValues()
    clearErrors(['submissionForReview', 'targetPostingDate'])
    if (targetPostingDate && (!submissionForReview || targetPostingDate < earliestTarget(submissionForReview)))
      setValue('targetPostingDate', '')
  }

  return (
    <>
      <FieldPair>
        <DateField
          label="Submission for review"
          required
          min={businessTomorrow()}
          error={formState.errors.submissionForReview?.message}
          {...register('submissionForReview', { onChange: dropEarlyTarget })}
        />
        {/* A disabled input hears no clicks: what it waits for is said by what is around it. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the hint of the field says the same to everybody else */}
        <div className={submission ? undefined : styles.waiting} onClick={submission ? undefined : () => toast.failed(SUBMISSION_FIRST)}>
          <DateField
            label="Target posting"
            required
            disabled={!submission}
            min={submission ? earliestTarget(submission) : undefined}
            error={formState.errors.targetPostingDate?.message}
            {...register('targetPostingDate', { onChange: () => clearErrors('targetPostingDate') })}
          />
        </div>
      </FieldPair>
      <p className={styles.rule}>We need at least 3 days between your review and the posting.</p>
      {target && <Quota tasks={tasks} date={target} />}
    </>
  )
}
