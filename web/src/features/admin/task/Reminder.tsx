import { remindTask } from '@app/contracts/http/remind-task.ts'
import { nextReminderAt } from '@app/contracts/rules/reminders.ts'
import { useMutation } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { formatClock } from '../../../shared/format/dates.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { act, type Opened } from '../task-actions.ts'
import { useNow } from '../use-now.ts'
import { agoInWords } from './ago-in-words.ts'
import styles from './TaskPanel.module.css'

const Clock = ({ at }: { at: string }) => (
  <time className={styles.clock} dateTime={at}>
    {formatClock(at)}
  </time>
)

/** Shows when the owner was last reminded of the waiting preview. A button sends the next reminder. */
export default function Reminder({ task, companyName }: Opened) {
  const { _id: id, remindedAt } = task
  const [now, updateNow] = useNow()
  const remind = useMutation({
    mutationFn: () => act({ task, companyName }, adminCall(remindTask, { params: { id } })),
    onSuccess() {
      updateNow()
      toast.success('Reminder sent')
    },
  })
  // `useAccess` handles an expired session (401).
  const failure = remind.error && !isStatus(remind.error, 401) ? messageOf(remind.error, 'We couldn’t send the reminder') : undefined
  const nextAt = nextReminderAt(task)
  const isEarly = now < nextAt

  return (
    <section className={styles.reminder} aria-label="Reminder">
      <p>
        Waiting for the company’s decision.{' '}
        {remindedAt && (
          <span>
            Reminded <time dateTime={remindedAt}>{agoInWords(remindedAt, now)}</time>.
          </span>
        )}
        {isEarly && (
          <>
            {' '}
            You can send the next reminder at <Clock at={new Date(nextAt).toISOString()} />.
          </>
        )}
      </p>
      <Button
        tone="quiet"
        className={styles.remind}
        disabled={isEarly}
        state={remind.isPending ? 'busy' : 'idle'}
        busyLabel="Sending..."
        onClick={() => remind.mutate()}
      >
        Remind the company
      </Button>
      <ErrorText>{failure}</ErrorText>
    </section>
  )
}
