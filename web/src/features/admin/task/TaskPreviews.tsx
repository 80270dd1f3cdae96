import type { Preview } from '@app/contracts/http/previews.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { NotesSource } from '../../../domain/preview-notes/notes-source.ts'
import { usePreviewNotes } from '../../../domain/preview-notes/use-preview-notes.ts'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { openSureFindings, useProofreading } from '../proofreading/queries.ts'
import type { Opened } from '../task-actions.ts'
import { DeliveryForm } from './DeliveryForm.tsx'
import { usePreviews, useRequiresCheck } from './preview-queries.ts'
import styles from './TaskPanel.module.css'
import { TaskPicture } from './TaskPicture.tsx'
import type { Steps } from './use-task-steps.ts'
import { Versions } from './Versions.tsx'

const Delivered = lazyPart(() => import('./Delivered.tsx'))
const DraftPreview = lazyPart(() => import('./DraftPreview.tsx'))
const NotedPreview = lazyPart(() => import('./NotedPreview.tsx'), { waiting: <Skeleton shape="block" /> })

/**
 * The previews of a task: the current picture, the form or the draft of the next version, and all delivered versions. If the current version
 * has notes or findings that are sure, it is shown with them in place of the picture.
 */
export function TaskPreviews({ steps, ...opened }: Opened & { steps: Steps }) {
  const { query, growth, draft, delivered, numbered } = usePreviews(opened.task)
  const { task } = opened
  const notes = usePreviewNotes('admin', task, draft !== undefined || delivered.length > 0)
  const current = delivered.find(({ isCurrent }) => isCurrent)
  const above = useIsAbove(current, notes) ? current : undefined
  return (
    <div className={styles.previews}>
      {query.isPending ? (
        <div className={styles.upload} role="status" aria-busy="true" aria-label="Loading versions">
          <TaskPicture task={task} />
          <Skeleton shape="line" />
        </div>
      ) : (
        <NextVersion
          {...opened}
          steps={steps}
          notes={notes}
          draft={draft}
          previousCaption={delivered[0]?.caption ?? ''}
          preview={above && <NotedPreview notes={notes} preview={above} label={`Task image of ${task.title}`} of={opened} />}
        />
      )}
      {query.isLoadingError && (
        <RetryNotice
          message={unlessOffline(query.error, 'Error loading versions')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {numbered.length > 0 && <Versions previews={numbered} above={above} growth={growth} notes={notes} of={opened} />}
    </div>
  )
}

/**
 * Returns whether a version had notes or findings that are sure when both were first loaded. The first note on a version does not move the version,
 * because the new note has the focus, and neither do findings of a check that ends later.
 */
function useIsAbove(version: Preview | undefined, { notes }: NotesSource): boolean {
  const { data, isLoadingError } = useProofreading(version?._id)
  const [known, setKnown] = useState<{ id: string; isAbove: boolean }>()
  const isKnown = version !== undefined && known?.id === version._id
  if (version && notes && (data || isLoadingError) && !isKnown)
    setKnown({ id: version._id, isAbove: openSureFindings(data).length > 0 || notes.some(({ previewId }) => previewId === version._id) })
  return isKnown && known.isAbove
}

interface NextVersionProps extends Opened {
  steps: Steps
  notes: NotesSource
  draft: ReturnType<typeof usePreviews>['draft']
  previousCaption: string
  /** The current version with its notes. Undefined if the picture of the task is shown instead. */
  preview: ReactNode
}

/** The draft of the next version if there is one, otherwise the form. An approved task shows the form on request. */
function NextVersion({ draft: savedDraft, notes, previousCaption, preview, steps, ...opened }: NextVersionProps) {
  const { task } = opened
  const requiresCheck = useRequiresCheck(task.companyProfileId)
  const [isEditing, setEditing] = useState(false)
  const [isRequested, setRequested] = useState(false)
  // If another admin saves a draft while the form has unsent input, the form stays below the draft, so that the input is not lost.
  const [isFormUnsent, setFormUnsent] = useState(false)
  // A draft that the form has uploaded for its check is shown by the form.
  const [isOwnDraft, setOwnDraft] = useState(false)
  const draft = isOwnDraft && isFormUnsent ? undefined : savedDraft
  const [delivered, setDelivered] = useState<number>()
  useEffect(() => {
    if (isFormUnsent) void Delivered.load()
  }, [isFormUnsent])
  const isWaiting = delivered !== undefined && delivered === task.previewNo && canReview(task)
  const saysDelivered = isWaiting && !isFormUnsent && !draft

  const picture = preview || <TaskPicture task={task} />
  if (task.currentStatus === 'Posted') return picture
  if (draft && isEditing) {
    return (
      <DeliveryForm
        key="edit"
        {...opened}
        caption={draft.caption}
        edited={draft}
        requiresCheck={requiresCheck}
        steps={steps}
        preview={preview}
        onDone={() => setEditing(false)}
      />
    )
  }
  const showsForm = draft ? isFormUnsent : isRequested || task.currentStatus !== 'Approved'
  return (
    <>
      {!showsForm && picture}
      {draft && (
        <DraftPreview
          key={draft._id}
          {...opened}
          draft={draft}
          notes={notes}
          requiresCheck={requiresCheck}
          onEdit={() => setEditing(true)}
          onDelivered={setDelivered}
        />
      )}
      {showsForm && (
        <DeliveryForm
          {...opened}
          caption={previousCaption}
          requiresCheck={requiresCheck}
          steps={steps}
          preview={preview}
          onUnsent={setFormUnsent}
          onOwnDraft={setOwnDraft}
          onDelivered={setDelivered}
          hidesActions={saysDelivered}
        />
      )}
      {saysDelivered && <Delivered version={delivered} steps={steps} />}
      {!draft && !showsForm && (
        <Button tone="quiet" onClick={() => setRequested(true)}>
          Deliver a new version
        </Button>
      )}
    </>
  )
}
