import type { Task } from '@app/contracts/http/tasks.ts'
import { MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'
import { earliestTarget, SUBMISSION_FIRST } from '@app/contracts/rules/task-dates.ts'
import { MonthQuota } from '../../../domain/task/MonthQuota.tsx'
import { RepeatFields, RepeatSwitch } from '../../../domain/task/RepeatFields.tsx'
import { capWarning, tasksInMonth } from '../../../domain/task/tasks-in-month.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { useBusinessTomorrow } from '../../../shared/format/use-today.ts'
import { DateField, FieldGroup, FieldPair } from '../../../shared/ui/Field.tsx'
import styles from './TaskDates.module.css'
import type { TaskForm } from './task-form.ts'

export function TaskDates({ tasks }: { tasks: readonly Task[] }) {
  const { values } = useFormContext<TaskForm>()
  return (
    <FieldGroup title="When">
      <RepeatSwitch />
      {values.isRecurring ? <RepeatFields /> : <Once tasks={tasks} />}
    </FieldGroup>
  )
}

/**
 * Owners choose the submission date first, then the target date. If the target date is too early for a new submission date, the target date
 * is cleared.
 */
function Once({ tasks }: { tasks: readonly Task[] }) {
  const { text, values, set, refuse } = useFormContext<TaskForm>()
  const tomorrow = useBusinessTomorrow()
  const { submissionForReview: submission, targetPostingDate: target } = values
  const targetField = text('targetPostingDate')
  const used = target ? tasksInMonth(tasks, target) : 0

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
          min={tomorrow}
          {...text('submissionForReview')}
          onChange={({ currentTarget }) => submitOn(currentTarget.value)}
        />
        {/* A disabled input receives no click events. So this wrapper handles a click, and asks for the submission date. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the rule below the fields says the same */}
        <div
          className={submission ? undefined : styles.waiting}
          onClick={submission ? undefined : () => refuse({ field: 'submissionForReview', message: SUBMISSION_FIRST })}
        >
          <DateField
            label="Target posting"
            required
            disabled={!submission}
            min={submission ? earliestTarget(submission) : undefined}
            {...targetField}
            error={used >= MONTHLY_CAP ? capWarning(used, target) : targetField.error}
          />
        </div>
      </FieldPair>
      <p className={styles.rule}>We need at least 3 days between your review and the posting.</p>
      {target && <MonthQuota used={used} date={target} />}
    </>
  )
}
