import { remindTask } from '@app/contracts/http/remind-task.ts'
import type { WaitingPreview } from '@app/contracts/http/waiting.ts'
import { nextReminderAt, remindRefusal, remindRefusals } from '@app/contracts/rules/reminders.ts'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { SmallFact } from '../../../domain/task/TaskLine.tsx'
import { messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { formatClock } from '../../../shared/format/dates.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { act } from '../task-actions.ts'
import styles from './WaitingTable.module.css'

interface RemindCellProps {
  preview: WaitingPreview
  /** The current time in ms since 1970. */
  now: number
  onReminded: () => void
}

/** The button that reminds a client of a preview, with its result. If no reminder is possible, shows the reason. */
export function RemindCell({ preview, now, onReminded }: RemindCellProps) {
  const reasonId = useId()
  const { _id, title, companyName } = preview
  const remind = useMutation({
    mutationFn: () => act({ task: preview, companyName }, adminCall(remindTask, { params: { id: _id } })),
    onSuccess: onReminded,
  })
  const refusal = remindRefusal(preview)
  const nextAt = nextReminderAt(preview)
  const isEarly = now < nextAt
  const reason = refusal ? remindRefusals[refusal] : isEarly && <Earliest at={nextAt} />

  return (
    <span className={styles.remind}>
      <Button
        size="small"
        tone="quiet"
        aria-label={`Remind: ${title}, ${companyName}`}
        aria-describedby={reason ? reasonId : undefined}
        disabled={refusal !== undefined || isEarly}
        state={remind.isPending ? 'busy' : 'idle'}
        busyLabel="Sending..."
        onClick={() => remind.mutate()}
      >
        Remind
      </Button>
      <span role="status" className={styles.result}>
        {remind.isSuccess && <ItemResult outcome="done">Reminder sent</ItemResult>}
        {remind.isError && <ItemResult outcome="failed">{messageOf(remind.error, 'We couldn’t send the reminder')}</ItemResult>}
      </span>
      <span id={reasonId}>{reason && <SmallFact>{reason}</SmallFact>}</span>
    </span>
  )
}

/** Says when the next reminder is possible. The time stays on one line. */
const Earliest = ({ at }: { at: number }) => (
  <>
    You can remind again after <span className={styles.clock}>{formatClock(new Date(at).toISOString())}.</span>
  </>
)
