import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { usePreviewNotes } from '../../../domain/preview-notes/use-preview-notes.ts'
import { BriefSection } from '../../../domain/task/change/BriefSection.tsx'
import { hasLinks, PostLinks } from '../../../domain/task/PostLinks.tsx'
import { TaskNotes } from '../../../domain/task/TaskNotes.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { briefLabels } from '../brief-labels.ts'
import { useTaskChanges } from '../change/use-task-changes.ts'
import { useTaskPreviews } from '../previews.ts'
import { briefFacts, historyFact, OwnerTaskSheet, stateFacts } from './OwnerTaskSheet.tsx'
import { SendTaskPhotos } from './SendTaskPhotos.tsx'

/** This notice is loaded on demand, because most approvals need no confirmation. */
const UnconfirmedApproval = lazyPart(() => import('./UnconfirmedApproval.tsx'))

const UndoApproval = lazyPart(() => import('./UndoApproval.tsx'))
const TaskSeries = lazyPart(() => import('../series/TaskSeries.tsx'))

/** These fields are only needed to design the image, so they are hidden for approved and posted tasks. */
const { tagline, offerormessage, guidlines, additionalinfo, ...shownLabels } = briefLabels

interface TaskDetailProps {
  task: Task
  profile: CompanyProfile
  /**
   * Called with the task after the owner has undone the approval. The task is then Pending again. If this function is absent, as for posted
   * tasks, the panel does not offer to undo the approval.
   */
  onUndone?: (task: Task) => void
  onClose: () => void
}

export default function TaskDetail({ task, profile, onUndone, onClose }: TaskDetailProps) {
  const previews = useTaskPreviews(task)
  const notes = usePreviewNotes('owner', task, task.previewNo !== null)
  const changes = useTaskChanges(task)
  const isPosted = task.currentStatus === 'Posted'
  const posted = { label: 'Posted', value: task.postedAt !== null && <Time value={task.postedAt} full clock /> }
  const links = { label: 'See the post', value: hasLinks(task.postLinks) && <PostLinks links={task.postLinks} /> }
  const comment = { label: 'Admin Post Comments', value: isPosted && task.adminPostComment }
  return (
    <SidePanel title={task.title} wide onClose={onClose}>
      {onUndone && task.approvalUnconfirmed && <UnconfirmedApproval task={task} onUndone={onUndone} />}
      {onUndone && task.currentStatus === 'Approved' && !task.approvalUnconfirmed && <UndoApproval task={task} onUndone={onUndone} />}
      <OwnerTaskSheet task={task} previews={previews} notes={notes} may={isPosted ? 'read' : 'answer'} profile={profile}>
        <TaskNotes caller="owner" task={task} client="You" actions={!isPosted && <SendTaskPhotos task={task} />} />
        {task.seriesId && <TaskSeries seriesId={task.seriesId} />}
        <Facts facts={[...stateFacts(task), posted, links, comment, historyFact(task)]} />
        <BriefSection task={task} changes={changes}>
          <Facts facts={briefFacts(task, shownLabels)} />
        </BriefSection>
      </OwnerTaskSheet>
    </SidePanel>
  )
}
