import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { WaitingPreview } from '@app/contracts/http/waiting.ts'
import { nextReminderAt, remindRefusal, remindRefusals } from '@app/contracts/rules/reminders.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/format/counted.ts'
import { formatClock } from '../../../shared/format/dates.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { FooterStatus, ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useMounted } from '../../../shared/ui/use-mounted.ts'
import { useNow } from '../use-now.ts'
import styles from './RemindDialog.module.css'
import { remindMany } from './remind-many.ts'

interface RemindDialogProps {
  chosen: readonly WaitingPreview[]
  /** Called when reminders were sent. */
  onSent: () => void
  onClose: () => void
}

/** Reminds of several previews. Each shows its own result, or at first why no reminder is possible. */
export default function RemindDialog({ chosen, onSent, onClose }: RemindDialogProps) {
  const isOpen = useMounted()
  const [now] = useNow()
  const [results, setResults] = useState<ReadonlyMap<string, TaskResult>>(new Map())
  const isReminded = ({ _id }: WaitingPreview) => results.get(_id)?.status === 200
  const ready = chosen.filter((preview) => !isReminded(preview) && reasonAgainst(preview, now) === undefined)
  const remind = useMutation({
    mutationFn: () => remindMany(ready),
    onSuccess(answers) {
      const byId = new Map([...results, ...answers.map((result) => [result.id, result] as const)])
      setResults(byId)
      const reminded = chosen.filter(({ _id }) => byId.get(_id)?.status === 200).length
      if (reminded > 0) onSent()
      if (reminded === chosen.length) {
        toast.success(`Reminded about ${counted(reminded, 'preview')}`)
        onClose()
      } else if (!isOpen.current) toast.failed(`Reminded about ${reminded} of ${counted(chosen.length, 'preview')}`)
    },
  })
  // `useAccess` handles an expired session (401).
  const failure = remind.error && !isStatus(remind.error, 401) ? messageOf(remind.error, 'We couldn’t send the reminders.') : undefined

  return (
    <Dialog
      title={`Remind about ${counted(chosen.length, 'preview')}`}
      onClose={onClose}
      footer={
        <>
          <FooterStatus>
            {failure && <ItemResult outcome="failed">{failure}</ItemResult>}{' '}
            {results.size > 0 && `Reminded about ${chosen.filter(isReminded).length} of ${counted(chosen.length, 'preview')}`}
          </FooterStatus>
          <Button tone="quiet" disabled={remind.isPending} onClick={onClose}>
            {results.size > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button
            state={remind.isPending ? 'busy' : 'idle'}
            busyLabel="Sending..."
            disabled={ready.length === 0}
            onClick={() => remind.mutate()}
          >
            {results.size > 0 ? `Try again (${ready.length})` : `Remind about ${counted(ready.length, 'preview')}`}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>A company with several previews gets one email that lists all of them.</p>
        <ul className={styles.previews} aria-label="Previews to remind of">
          {chosen.map((preview) => (
            <li key={preview._id} className={styles.preview}>
              <p className={styles.title}>
                <span className={styles.number}>#{preview.taskId}</span> {preview.title}
              </p>
              <p className={styles.company}>{preview.companyName}</p>
              <Outcome result={results.get(preview._id)} reason={reasonAgainst(preview, now)} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** Returns the reason why no reminder is possible now. The preview is the one that the admin selected, not the reminded one. */
function reasonAgainst(preview: WaitingPreview, now: number): string | undefined {
  const refusal = remindRefusal(preview)
  if (refusal) return remindRefusals[refusal]
  const nextAt = nextReminderAt(preview)
  return now < nextAt ? `You can remind again after ${formatClock(new Date(nextAt).toISOString())}.` : undefined
}

function Outcome({ result, reason }: { result: TaskResult | undefined; reason: string | undefined }) {
  if (result?.status === 200) return <ItemResult outcome="done">Reminder sent</ItemResult>
  const message = result?.message || reason
  return message && <ItemResult outcome="failed">{message}</ItemResult>
}
