import { brand } from '@app/contracts/brand.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { canRemove, canReview } from '@app/contracts/rules/task-status.ts'
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAllFilesVisible } from '../../../domain/preview/PreviewContent.tsx'
import { openForClient } from '../../../domain/preview-notes/open-notes.ts'
import { usePreviewNotes } from '../../../domain/preview-notes/use-preview-notes.ts'
import { BriefSection } from '../../../domain/task/change/BriefSection.tsx'
import { TaskNotes } from '../../../domain/task/TaskNotes.tsx'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { DialogFooter, PanelMissing, SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../../shared/ui/lazy-part.tsx'
import { useTask } from '../api.ts'
import { briefLabels } from '../brief-labels.ts'
import { useTaskChanges } from '../change/use-task-changes.ts'
import { useTaskPreviews } from '../previews.ts'
import { type ShownPreview, TASK_ACTION, useApproveTask } from '../task-actions.ts'
import { toast } from '../toasts.ts'
import { LateDate } from './LateDate.tsx'
import { briefFacts, historyFact, OwnerTaskSheet, stateFacts } from './OwnerTaskSheet.tsx'
import { SendTaskPhotos } from './SendTaskPhotos.tsx'
import styles from './TaskReview.module.css'

// Loaded on demand, because most approved previews have no open notes.
const ApproveWithNotes = lazyPart(() => import('./ApproveWithNotes.tsx'), { missing: PanelMissing })
const ReferBack = lazyPart(() => import('./ReferBack.tsx'))
const RemoveTask = lazyPart(() => import('./RemoveTask.tsx'), { missing: PanelMissing })
const TaskSeries = lazyPart(() => import('../series/TaskSeries.tsx'))
const parts = [ReferBack, ApproveWithNotes, RemoveTask]

interface TaskReviewProps {
  /** The version of the task that the owner sees. Approve and Refer Back act on this version, even if a newer one exists. */
  seen: Task
  /** The current task from the list, or `undefined` if it was deleted. */
  listed: Task | undefined
  profile: CompanyProfile
  onSee: (newer: Task) => void
  onClose: () => void
}

/** The panel in which the owner reviews one task. */
export default function TaskReview({ onClose, ...review }: TaskReviewProps) {
  return (
    <SidePanel title={review.seen.title} wide onClose={onClose}>
      <TaskReviewContent {...review} onDone={onClose} onApproved={review.onSee} />
    </SidePanel>
  )
}

interface TaskReviewContentProps extends Omit<TaskReviewProps, 'onClose'> {
  /** Called when the owner has decided, or has removed the task. */
  onDone: () => void
  /** Called with the approved task instead of `onDone`. The panel then shows the approval, which the owner can undo. */
  onApproved?: (task: Task) => void
  /** Called when the owner sees the preview of the task. */
  onShown?: (shown: ShownPreview) => void
}

/** The content of a panel in which the owner reviews a task. The buttons are in the footer of the panel. */
export function TaskReviewContent({ seen, listed, profile, onSee, onDone, onApproved, onShown }: TaskReviewContentProps) {
  const fetched = useTask(seen.taskId)
  const previews = useTaskPreviews(seen)
  const notes = usePreviewNotes('owner', seen, seen.previewNo !== null)
  const draft = draftOf('owner', `feedback ${seen._id}`)
  // If there is unsent feedback, the panel opens with the feedback form.
  const [mode, setMode] = useState<'look' | 'refer-back' | 'remove' | 'approve'>(() =>
    canReview(seen) && draft?.read() ? 'refer-back' : 'look',
  )
  useLoadedWhenIdle(parts)
  const referBackButton = useRef<HTMLButtonElement>(null)
  const approve = useApproveTask()
  const isNothing = fetched.isSuccess && !fetched.data
  const failure = fetched.isError
    ? unlessOffline(fetched.error, 'Error loading task details')
    : isNothing
      ? 'No task data received'
      : undefined

  // `fetched` contains an older task than the list if the data is from the cache. It contains a newer task if a 409 response contained that
  // task.
  const newest = listed && fetched.data && fetched.data.version > listed.version ? fetched.data : listed
  // Set when the owner's own change succeeds. The list then changes before the panel closes. `news` must not report this change.
  const [isDone, setDone] = useState(false)
  const isChanging = useIsMutating({ mutationKey: TASK_ACTION }) > 0
  const news = isDone || isChanging ? undefined : newsOf(seen, newest)

  useEffect(() => {
    if (failure) toast.failed(failure)
  }, [failure])

  const hasAllFiles = useAllFilesVisible(previews.current?.files ?? [])
  const isShown = previews.state === 'loaded' && hasAllFiles
  const reportShown = useEffectEvent(() => onShown?.({ task: seen, preview: previews.current }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the task is reported
  useEffect(() => {
    if (isShown) reportShown()
  }, [isShown, seen])

  function finish(): void {
    setDone(true)
    onDone()
  }

  /** Closes the feedback form and focuses the Refer Back button. `flushSync` renders the button first, so that it can get the focus. */
  function cancelReferBack(): void {
    flushSync(() => setMode('look'))
    referBackButton.current?.focus()
  }

  /** Shows a newer version. If that version cannot be referred back, `leaveForms` first asks whether to discard the feedback. */
  function show(newer: Task): void {
    if (canReview(newer)) onSee(newer)
    else leaveForms(() => onSee(newer))
  }

  /** Shows the owner's own change of the brief. A preview that arrived in the meantime is announced, and not shown yet. */
  function seeOwnChange(changed: Task): void {
    if (changed.previewNo === seen.previewNo) onSee(changed)
  }

  function finishApproval(approved: Task): void {
    setDone(true)
    if (onApproved) onApproved(approved)
    else onDone()
  }

  const approveSeen = () => approve.mutate({ task: seen, preview: previews.current }, { onSuccess: finishApproval })
  const hasOpenNotes = openForClient(notes.notes).length > 0
  const reviewable = canReview(seen)
  const actions = listed && (
    <div className={styles.actions}>
      {canRemove(seen) && (
        <Button tone="quiet" className={styles.remove} disabled={approve.isPending} onClick={() => setMode('remove')}>
          Remove Task
        </Button>
      )}
      {reviewable && (
        <>
          <Button ref={referBackButton} tone="quiet" disabled={approve.isPending} onClick={() => setMode('refer-back')}>
            Refer Back
          </Button>
          {/* Disabled until all files of the preview are shown, so that owners approve only what they have seen. */}
          <Button
            state={approve.isPending ? 'busy' : 'idle'}
            disabled={!isShown}
            onClick={() => (hasOpenNotes ? setMode('approve') : approveSeen())}
          >
            Approve
          </Button>
        </>
      )}
    </div>
  )

  return (
    <>
      {mode !== 'refer-back' && <DialogFooter>{actions}</DialogFooter>}
      <div className={styles.news} data-shown={Boolean(news)}>
        <p role="status">{news}</p>
        {news && newest && (
          <Button tone="quiet" size="small" onClick={() => show(newest)}>
            Show the new version
          </Button>
        )}
      </div>
      <OwnerTaskSheet task={seen} previews={previews} notes={notes} may="write" profile={profile}>
        {mode === 'refer-back' && reviewable ? (
          <ReferBack
            task={seen}
            draft={draft}
            notes={notes.notes}
            previewId={previews.current?._id}
            onDone={finish}
            onCancel={cancelReferBack}
          />
        ) : (
          <TaskReviewFacts task={seen} newest={newest ?? seen} onChanged={seeOwnChange} />
        )}
      </OwnerTaskSheet>
      {mode === 'approve' && (
        <ApproveWithNotes
          notes={notes.notes}
          previewId={previews.current?._id}
          busy={approve.isPending}
          onConfirm={() => {
            setMode('look')
            approveSeen()
          }}
          onClose={() => setMode('look')}
        />
      )}
      {mode === 'remove' && <RemoveTask seen={seen} listed={listed} onRemoved={finish} onClose={() => setMode('look')} />}
    </>
  )
}

function newsOf(seen: Task, newest: Task | undefined): string | undefined {
  if (!newest) return 'This task was removed.'
  if (newest.version <= seen.version) return undefined
  if ((newest.previewNo ?? 0) < (seen.previewNo ?? 0)) return 'We withdrew this preview. It was sent by mistake.'
  return newest.doneTaskImage === seen.doneTaskImage ? 'This task has just changed.' : 'A newer preview is ready.'
}

/** Returns the sentence about a task that was referred back. A machine may have sent feedback that is unconfirmed. */
const referredBackWords = ({ rollbackFeedback }: Pick<Task, 'rollbackFeedback'>): string =>
  rollbackFeedback.at(-1)?.isUnconfirmed
    ? `Feedback came through the link in your email, but an email app may have sent it. If it wasn’t you, please write to ${brand.email}.`
    : 'You referred this back. A new preview is on its way.'

interface TaskReviewFactsProps {
  task: Task
  newest: Task
  onChanged: (task: Task) => void
}

function TaskReviewFacts({ task, newest, onChanged }: TaskReviewFactsProps) {
  const changes = useTaskChanges(task)
  return (
    <>
      {canReview(task) && <LateDate task={task} />}
      {task.currentStatus === 'Roll Back' && <p className={styles.waiting}>{referredBackWords(task)}</p>}
      <TaskNotes caller="owner" task={task} client="You" actions={<SendTaskPhotos task={task} />} />
      {task.seriesId && <TaskSeries seriesId={task.seriesId} />}
      <Facts facts={[...stateFacts(task), historyFact(task)]} />
      <BriefSection task={newest} changes={changes} onChanged={onChanged}>
        <Facts facts={briefFacts(newest, briefLabels)} />
      </BriefSection>
    </>
  )
}
