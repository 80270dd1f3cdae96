import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { openNotesInWords } from '../../../domain/preview-notes/note-words.ts'
import { previewNotesQuery } from '../../../domain/preview-notes/use-preview-notes.ts'
import { AtTime } from '../../../domain/task/AtTime.tsx'
import { SmallFact, TaskLine } from '../../../domain/task/TaskLine.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useMounted } from '../../../shared/ui/use-mounted.ts'
import { noteApproved } from '../just-approved.ts'
import { keepTask, type ShownPreview, TASK_ACTION } from '../task-actions.ts'
import { toast } from '../toasts.ts'
import styles from './ApproveAll.module.css'
import { approveMany, canRetry } from './approve-many.ts'

interface ApproveAllProps {
  previews: readonly ShownPreview[]
  /** Called when all previews were approved. */
  onApproved: () => void
  onClose: () => void
}

/**
 * Asks once, and then approves several previews with one request. The question names the open notes of each preview. After the request, the
 * dialog shows the result of each preview. There is no toast, because a toast would cover the results on a phone.
 */
export default function ApproveAll({ previews, onApproved, onClose }: ApproveAllProps) {
  const queryClient = useQueryClient()
  const [results, setResults] = useState<ReadonlyMap<string, TaskResult>>(new Map())
  const isOpen = useMounted()
  const open = previews.filter(({ task }) => {
    const result = results.get(task._id)
    return !result || canRetry(result)
  })
  const withResults = (answers: readonly TaskResult[]) => new Map([...results, ...answers.map((result) => [result.id, result] as const)])

  const approve = useMutation({
    mutationKey: TASK_ACTION,
    mutationFn: () => approveMany(open),
    onSuccess(answers) {
      for (const { task } of answers) if (task) keepTask(queryClient, task)
      const known = withResults(answers)
      noteApproved(previews.flatMap(({ task }) => (known.get(task._id)?.status === 200 ? [task] : [])))
      if (approvedIn(known) === previews.length) toast.success(`${previews.length} previews approved`)
      else if (!isOpen.current) toast.failed(outcomeOf(known, previews.length))
    },
  })

  /** Closes the dialog if all previews were approved. Does nothing if the owner has closed the dialog in the meantime. */
  const approveOpen = () =>
    approve.mutate(undefined, {
      onSuccess(answers) {
        const known = withResults(answers)
        setResults(known)
        if (approvedIn(known) === previews.length) onApproved()
      },
    })

  return (
    <Dialog
      title={results.size > 0 ? resultInWords(results, previews.length) : `Approve ${previews.length} previews?`}
      onClose={onClose}
      footer={
        <>
          <p className="visually-hidden" role="status">
            {results.size > 0 && !approve.isPending && outcomeOf(results, previews.length)}
          </p>
          <Button tone="quiet" data-autofocus="" disabled={approve.isPending} onClick={onClose}>
            {results.size > 0 ? 'Close' : 'Cancel'}
          </Button>
          {open.length > 0 && (
            <Button state={approve.isPending ? 'busy' : 'idle'} busyLabel="Approving..." onClick={approveOpen}>
              {results.size > 0 ? `Try again (${open.length})` : `Approve ${open.length}`}
            </Button>
          )}
        </>
      }
    >
      <ul className={styles.previews} aria-label="Previews to approve">
        {previews.map(({ task, preview }) => (
          <li key={task._id}>
            <TaskLine task={task}>
              <SmallFact>
                #{task.taskId}
                {task.previewNo !== null && ` · Version ${task.previewNo}`}
                <PostingDate date={calendarDateOf(task)} time={task.targetPostingTime} />
              </SmallFact>
              {results.has(task._id) ? <Result result={results.get(task._id)} /> : <OpenNotes task={task} preview={preview} />}
            </TaskLine>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const PostingDate = ({ date, time }: { date: CalendarDate | null; time: TimeOfDay | null }) =>
  date && (
    <>
      {' · posts '}
      <Time value={date} full />
      <AtTime time={time} />
    </>
  )

/**
 * Names the notes on a preview that are still open. The notes were loaded when the owner looked at the preview, and are loaded again
 * only after a change.
 */
function OpenNotes({ task, preview }: ShownPreview) {
  const enabled = task.previewNo !== null
  const { data: notes } = useQuery({ ...previewNotesQuery('owner', task), enabled, staleTime: Number.POSITIVE_INFINITY })
  const stillOpen = openNotesInWords(notes, preview?._id)
  return stillOpen && <span className={styles.openNotes}>{`${stillOpen} If you approve, we’ll post the preview as it is.`}</span>
}

/** Returns the number of approved previews. */
const approvedIn = (results: ReadonlyMap<string, TaskResult>): number => [...results.values()].filter(({ status }) => status === 200).length

/** Returns for example "2 approved" or "1 approved, 1 not". */
function resultInWords(results: ReadonlyMap<string, TaskResult>, count: number): string {
  const approved = approvedIn(results)
  return approved === count ? `${approved} approved` : `${approved} approved, ${count - approved} not`
}

const outcomeOf = (results: ReadonlyMap<string, TaskResult>, count: number): string =>
  `${approvedIn(results)} of ${count} previews approved`

function Result({ result }: { result: TaskResult | undefined }) {
  if (!result) return null
  return result.status === 200 ? (
    <ItemResult outcome="done">Approved</ItemResult>
  ) : (
    <ItemResult outcome="failed">{result.message}</ItemResult>
  )
}
