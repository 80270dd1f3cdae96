import type { Task } from '@app/contracts/http/tasks.ts'
import type { ComponentProps, ReactNode } from 'react'
import { NotesSection } from '../../../domain/preview-notes/NotesSection.tsx'
import type { NotesPermission } from '../../../domain/preview-notes/notes-context.ts'
import { WithNotes } from '../../../domain/preview-notes/WithNotes.tsx'
import type { Brief } from '../../../domain/task/brief.ts'
import { recurrenceFact } from '../../../domain/task/recurrence-fact.ts'
import { TaskSheet } from '../../../domain/task/TaskSheet.tsx'
import { dateFact, pictureFact, postingFact, textFacts, timeFact } from '../../../domain/task/task-facts.tsx'
import { draftOf } from '../../../shared/form/drafts.ts'
import { StatusBadge } from '../../../shared/ui/Badge.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcon.tsx'
import { TaskPreview } from './TaskPreview.tsx'

// Loaded on demand, because most tasks are never referred back.
const RollbackHistory = lazyPart(async () => ({ default: (await import('../../../domain/task/RollbackHistory.tsx')).RollbackHistory }))

interface OwnerTaskSheetProps extends ComponentProps<typeof TaskPreview> {
  /** The permission of the owner for notes on the preview. */
  may: NotesPermission
  children: ReactNode
}

/** The preview of a task with its notes, and beside it the facts. */
export const OwnerTaskSheet = ({ children, may, ...preview }: OwnerTaskSheetProps) => (
  <WithNotes source={preview.notes} side="client" may={may} preview={preview.previews.current} draftOf={ownerDraft}>
    <TaskSheet
      heading="Task Preview"
      picture={<TaskPreview {...preview} />}
      facts={
        <>
          <NotesSection />
          {children}
        </>
      }
    />
  </WithNotes>
)

const ownerDraft = (name: string) => draftOf('owner', name)

export const stateFacts = (task: Task) => [
  { label: 'Task ID', value: `#${task.taskId}`, isShort: true },
  { label: 'Status', value: <StatusBadge status={task.currentStatus} />, isShort: true },
]

export const historyFact = ({ rollbackFeedback }: Task) => ({
  label: 'Rollback Feedback',
  value: rollbackFeedback.length > 0 && <RollbackHistory entries={rollbackFeedback} author="You" />,
})

/** `labels` selects the text fields to show. */
export const briefFacts = (task: Task, labels: Partial<Brief>) => [
  ...textFacts(task, labels),
  { label: 'Recurrence Type', value: recurrenceFact(task) },
  { label: 'Selected Platforms has to Post:', value: <PlatformIcons chosen={task} /> },
  { label: 'Submission Date', value: dateFact(task.submissionForReview), isShort: true },
  { label: 'Target Posting Date', value: postingFact(task.targetPostingDate, task.targetPostingTime), isShort: true },
  // The tasks of a series have no target posting date.
  { label: 'Posting time', value: !task.targetPostingDate && timeFact(task.targetPostingTime), isShort: true },
  { label: 'Recurrence Start Date', value: dateFact(task.recurrenceStartDate), isShort: true },
  { label: 'Recurrence End Date', value: dateFact(task.recurrenceEndDate), isShort: true },
  { label: 'Reference Image', value: pictureFact(task.referenceImage, 'Open the reference image') },
]
