import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing, SidePanel } from '../../../shared/ui/Dialog.tsx'
import { ListSteps, neighborsOf } from '../../../shared/ui/ListSteps.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { ApprovedNotice } from '../components/ApprovedNotice.tsx'
import { TaskReviewContent } from '../components/TaskReview.tsx'
import type { ShownPreview } from '../task-actions.ts'
import { toast } from '../toasts.ts'
import { byUrgency } from '../urgency.ts'
import styles from './ReviewQueue.module.css'

const ApproveAll = lazyPart(() => import('./ApproveAll.tsx'), { missing: PanelMissing })

interface ReviewQueueProps {
  /** Number of the task in the URL. */
  number: string
  tasks: UseQueryResult<Task[]>
  profile: CompanyProfile
  /** Shows another waiting preview. */
  onStep: (taskId: number) => void
  /** Shows a task whose preview no longer waits, in the panel of a single task. */
  onLeave: (taskId: number) => void
  onClose: () => void
  /** Called if no preview waits. */
  onMissing: () => void
}

/**
 * Shows the waiting previews one after the other, in the order of the cards. After a decision, the next preview is shown. When the owner
 * has seen all previews, the owner can approve all of them together.
 */
export default function ReviewQueue({ number, tasks, profile, onStep, onLeave, onClose, onMissing }: ReviewQueueProps) {
  const waiting = byUrgency((tasks.data ?? []).filter(canReview))
  const listed = tasks.data?.find(({ taskId }) => String(taskId) === number)
  /** The version of the task that the owner sees. A newer version is shown only when the owner presses a button. */
  const [latest, setLatest] = useState<Task>()
  if (listed && canReview(listed) && latest?.taskId !== listed.taskId) setLatest(listed)
  const seen = String(latest?.taskId) === number ? latest : undefined
  /** The last version of each preview that the owner has seen, by the number of the task. */
  const [shown, setShown] = useState<ReadonlyMap<number, ShownPreview>>(new Map())
  const [toApprove, setToApprove] = useState<readonly ShownPreview[]>()

  const index = waiting.findIndex(({ taskId }) => String(taskId) === number)
  // After a decision, the preview is no longer in the list. The previews before and after it are then found from its last position.
  const [at, setAt] = useState(0)
  if (index >= 0 && index !== at) setAt(index)
  const { before, after } = neighborsOf(waiting, index, at)
  const position = index < 0 ? undefined : `${index + 1} of ${waiting.length}`

  function showNext(): void {
    const [next] = [...after, ...before]
    if (next) onStep(next.taskId)
    else onClose()
  }

  const isMissing = !seen && tasks.isSuccess && !tasks.isFetching
  const replaceMissing = useEffectEvent(() => {
    const [first] = waiting
    if (first) return onStep(first.taskId)
    toast.failed('No preview is waiting for your decision')
    onMissing()
  })
  useEffect(() => {
    if (isMissing) replaceMissing()
  }, [isMissing])

  if (!seen) return null
  return (
    <SidePanel
      title={seen.title}
      itemKey={seen._id}
      wide
      onClose={onClose}
      actions={<ListSteps title={seen.title} position={position} previous={before.at(-1)?.taskId} next={after[0]?.taskId} open={onStep} />}
    >
      <ApprovedNotice tasks={tasks.data ?? []} />
      {waiting.length > 1 && (
        <ApprovalBar
          position={position}
          waiting={waiting}
          shown={shown}
          onApprove={(previews) => leaveForms(() => setToApprove(previews))}
        />
      )}
      <TaskReviewContent
        seen={seen}
        listed={listed}
        profile={profile}
        onSee={(newer) => (canReview(newer) ? setLatest(newer) : onLeave(newer.taskId))}
        onDone={showNext}
        onShown={(preview) => setShown((known) => new Map(known).set(preview.task.taskId, preview))}
      />
      {toApprove && (
        <ApproveAll
          previews={toApprove}
          onApproved={onClose}
          onClose={() => {
            setToApprove(undefined)
            if (index < 0) showNext()
          }}
        />
      )}
    </SidePanel>
  )
}

interface ApprovalBarProps {
  position: string | undefined
  waiting: readonly Task[]
  shown: ReadonlyMap<number, ShownPreview>
  onApprove: (previews: readonly ShownPreview[]) => void
}

/** The button that approves all waiting previews. The button is disabled until the owner has seen the current version of each preview. */
function ApprovalBar({ position, waiting, shown, onApprove }: ApprovalBarProps) {
  const hintId = useId()
  const seen = waiting.flatMap(({ taskId, version }) => {
    const known = shown.get(taskId)
    return known?.task.version === version ? [known] : []
  })
  const all = waiting.length === 2 ? 'both' : `all ${waiting.length}`
  const isReady = seen.length === waiting.length
  return (
    <div className={styles.bar}>
      <p id={hintId}>
        {position && <span className={styles.position}>{position}</span>}{' '}
        {isReady ? `You have seen ${all}.` : `Look at ${all} to approve them together.`}
      </p>
      <Button tone="quiet" size="small" disabled={!isReady} aria-describedby={hintId} onClick={() => onApprove(seen)}>
        Approve {all}
      </Button>
    </div>
  )
}
