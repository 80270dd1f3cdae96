import type { Task } from '@app/contracts/http/tasks.ts'
import { MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'
import { firstOccurrence } from '@app/contracts/rules/occurrences.ts'
import { type RepeatRule, recurrenceText } from '@app/contracts/rules/recurrence.ts'
import { earliestTarget, SUBMISSION_FIRST } from '@app/contracts/rules/task-dates.ts'
import { MonthQuota } from '../../../domain/task/MonthQuota.tsx'
import { capWarning, tasksInMonth } from '../../../domain/task/tasks-in-month.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { useBusinessTomorrow } from '../../../shared/format/use-today.ts'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { DateField, FieldGroup, FieldPair } from '../../../shared/ui/Field.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { RuleFields } from './RuleFields.tsx'
import styles from './TaskDates.module.css'
import type { TaskForm } from './task-form.ts'

export function TaskDates({ tasks }: { tasks: readonly Task[] }) {
  const { flag, values } = useFormContext<TaskForm>()
  return (
    <FieldGroup title="When">
      <Checkbox look="switch" label="Repeats" hint="Weekly, every other week or monthly, until an end date." {...flag('isRecurring')} />
      {values.isRecurring ? <Repeats /> : <Once tasks={tasks} />}
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

function Repeats() {
  const { text, values, set } = useFormContext<TaskForm>()
  const tomorrow = useBusinessTomorrow()
  const { recurrenceType, recurrenceStartDate, recurrenceEndDate, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek } = values

  function startOn(start: string): void {
    set({ recurrenceStartDate: start, ...(recurrenceEndDate < start && { recurrenceEndDate: '' }) })
  }

  return (
    <>
      <RuleFields canBeEmpty />
      <FieldPair>
        <DateField
          label="Starts"
          required
          min={tomorrow}
          {...text('recurrenceStartDate')}
          onChange={({ currentTarget }) => startOn(currentTarget.value)}
        />
        <DateField label="Ends" required min={recurrenceStartDate || tomorrow} {...text('recurrenceEndDate')} />
      </FieldPair>
      {recurrenceType && (
        <p className={styles.sentence} role="status">
          {recurrenceText({ recurrenceType, weeklyDayOfWeek, monthlyWeek, monthlyDayOfWeek })}
        </p>
      )}
      {recurrenceType && recurrenceStartDate && recurrenceEndDate && <FirstDate values={{ ...values, recurrenceType }} />}
    </>
  )
}

/** Says when the task is posted first, and that each date becomes a task of its own. */
function FirstDate({ values }: { values: RepeatRule & Pick<TaskForm, 'recurrenceStartDate' | 'recurrenceEndDate'> }) {
  const first = firstOccurrence(values, values.recurrenceStartDate, values.recurrenceEndDate)
  return (
    <p className={styles.rule}>
      {first ? (
        <>
          First on <Time value={first} full />. Each date becomes a separate task, so you review every post.
        </>
      ) : (
        'No such day falls between these dates, so the task won’t repeat.'
      )}
    </p>
  )
}
