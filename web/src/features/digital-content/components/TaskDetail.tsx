import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { usePreviewNotes } from '../../../shared/preview-notes/use-preview-notes.ts'
import { TaskNotes } from '../../../shared/task/TaskNotes.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { briefLabels } from '../brief-labels.ts'
import { useTaskPreviews } from '../previews.ts'
import { briefFacts, historyFact, OwnerTaskSheet, stateFacts } from './OwnerTaskSheet.tsx'

/** This notice is loaded on demand, because most approvals need no confirmation. */
const UnconfirmedApproval = lazyPart(() => import('./UnconfirmedApproval.tsx'))

const TaskSeries = lazyPart(() => import('../series/TaskSeries.tsx'))

/** These fields are only needed to design the image, so they are hidden for approved and posted tasks. */
const { tagline, offerormessage, guidlines, additionalinfo, ...shownLabels } = briefLabels

interface TaskDetailProps {
  task: Task
  profile: CompanyProfile
  /**
   * Called with the task after the owner has undone an unconfirmed approval. The task is then Pending again. If this function is absent, as
   * for posted tasks, the panel does not ask about unconfirmed approvals.
   */
  onUndone?: (task: Task) => void
  onClose: () => void
}

export default function TaskDetail({ task, profile, onUndone, onClose }: TaskDetailProps) {
  const previews = useTaskPreviews(task)
  const notes = usePreviewNotes('owner', task, task.previewNo !== null)
  const comment = { label: 'Admin Post Comments', value: task.currentStatus === 'Posted' && task.adminPostComment }
  return (
    <SidePanel title={task.title} wide onClose={onClose}>
      {task.approvalUnconfirmed && onUndone && <UnconfirmedApproval task={task} onUndone={onUndone} />}
      <OwnerTaskSheet
        task={task}
        previews={previews}
        notes={notes}
        may={task.currentStatus === 'Posted' ? 'read' : 'answer'}
        profile={profile}
      >
        <TaskNotes caller="owner" task={task} />
        {task.seriesId && <TaskSeries seriesId={task.seriesId} />}
        <Facts facts={[...stateFacts(task), comment, ...briefFacts(task, shownLabels), historyFact(task)]} />
      </OwnerTaskSheet>
    </SidePanel>
  )
}
