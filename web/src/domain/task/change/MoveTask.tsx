import { formatDate } from '@app/contracts/format/dates.ts'
import type { moveScopes } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { DATES_REQUIRED } from '@app/contracts/rules/task-dates.ts'
import { useId } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { useBusinessTomorrow } from '../../../shared/format/use-today.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { DateField } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import { Radio } from '../../../shared/ui/Radio.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { MonthQuota } from '../MonthQuota.tsx'
import { PostingTimeField } from '../PostingTimeField.tsx'
import styles from './MoveTask.module.css'
import { datesAfterMove, hasFollowing, MOVE_FAILED, type MovableTask, moveWithUndo } from './move.ts'
import { fullMonth, othersInMonth, type TaskChanges } from './task-changes.ts'

const FORM_ID = 'move-task'

type Scope = (typeof moveScopes)[number]

interface MoveTaskProps {
  task: MovableTask
  changes: Pick<TaskChanges, 'caller' | 'keep' | 'tasks'>
  /** The day to which the task was dragged. Without it, the dialog shows the date of the task. */
  day?: CalendarDate
  onMoved?: (task: Task) => void
  onClose: () => void
}

/** The dialog that moves a task to another posting date. For a task of a series, it asks whether the later posts move, too. */
export default function MoveTask({ task, changes, day, onMoved, onClose }: MoveTaskProps) {
  const { caller, tasks } = changes
  const tomorrow = useBusinessTomorrow()
  const current = calendarDateOf(task) ?? ''
  const currentTime = task.targetPostingTime ?? ''
  const asksScope = hasFollowing(task)
  // Not "scope": the form would read the value of the radio button as entered text.
  const groupName = useId()
  const form = useForm({
    initial: { targetPostingDate: day ?? current, targetPostingTime: currentTime, scope: 'this' as Scope },
    check: ({ targetPostingDate: date, targetPostingTime: time }) =>
      faultsIn({ targetPostingDate: date === current && time === currentTime ? 'Choose another day or time' : faultOf(date) }),
    send: ({ targetPostingDate, targetPostingTime, scope }) =>
      moveWithUndo(changes, task, {
        targetPostingDate,
        ...(targetPostingTime !== currentTime && { targetPostingTime }),
        ...(asksScope && { scope }),
      }),
    onSent(moved) {
      onMoved?.(moved)
      onClose()
    },
    // The review date is not in the form.
    controlOf: (field) => (field === 'targetPostingTime' ? field : 'targetPostingDate'),
    // The screens handle an expired session (401).
    onFailure: (error, isSaid) => isSaid || isStatus(error, 401) || notify.error(messageOf(error, MOVE_FAILED)),
  })
  const { targetPostingDate: date, scope } = form.values
  const others = othersInMonth(task, date, tasks)

  function faultOf(date: CalendarDate): string | undefined {
    if (!date) return DATES_REQUIRED
    const dates = datesAfterMove(task, date, caller)
    return 'fault' in dates ? dates.fault.message : fullMonth(task, date, tasks)
  }

  return (
    <Dialog
      title={`Move “${task.title}”`}
      onClose={onClose}
      footer={
        <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Moving…">
          Move
        </Button>
      }
    >
      <KeptForm id={FORM_ID} form={form}>
        <DateField
          label="Posting date"
          hint={current && `Now ${formatDate(current)}`}
          required
          min={tomorrow}
          data-autofocus=""
          {...form.text('targetPostingDate')}
        />
        <PostingTimeField caller={caller} {...form.text('targetPostingTime')} />
        <ReviewDate task={task} date={date} caller={caller} />
        {others !== undefined && <MonthQuota used={others} date={date} />}
        {asksScope && (
          <fieldset className={styles.scopes}>
            <legend className={styles.legend}>What moves?</legend>
            <Radio className={styles.scope} name={groupName} checked={scope === 'this'} onChange={() => form.set({ scope: 'this' })}>
              This post
            </Radio>
            <Radio
              className={styles.scope}
              name={groupName}
              checked={scope === 'following'}
              onChange={() => form.set({ scope: 'following' })}
            >
              <span>
                This and the following
                <span className={styles.hint}>The task also repeats on the new weekday, at the new time.</span>
              </span>
            </Radio>
          </fieldset>
        )}
      </KeptForm>
    </Dialog>
  )
}

/** Says if the review date moves, too. */
function ReviewDate({ task, date, caller }: Pick<MoveTaskProps, 'task'> & { date: CalendarDate } & Pick<TaskChanges, 'caller'>) {
  const dates = datesAfterMove(task, date, caller)
  const review = 'fault' in dates ? null : dates.submissionForReview
  return (
    <p className={styles.note} role="status">
      {review && review !== task.submissionForReview && (
        <>
          The review date moves to <Time value={review} full />.
        </>
      )}
    </p>
  )
}
