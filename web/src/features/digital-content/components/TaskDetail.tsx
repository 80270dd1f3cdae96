import type { Task } from '@app/contracts/http/tasks.ts'
import { Facts } from '../../../shared/task/Facts.tsx'
import { PreviewPicture } from '../../../shared/task/PreviewPicture.tsx'
import { RollbackHistory } from '../../../shared/task/RollbackHistory.tsx'
import { TaskSheet } from '../../../shared/task/TaskSheet.tsx'
import { dateFact, pictureFact, recurrenceFact } from '../../../shared/task/task-facts.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcons.tsx'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx'
import { NO_PICTURE } from './no-picture.ts'

/** An approved or posted task, to be read only. */
export function TaskDetail({ task, onClose }: { task: Task; onClose: () => void }) {
  return (
    <SidePanel title={task.title} wide onClose={onClose}>
      <TaskSheet
        heading="Task Preview"
        picture={<PreviewPicture src={task.doneTaskImage} alt={`Task Preview of ${task.title}`} placeholder={NO_PICTURE} />}
        facts={
          <Facts
            facts={[
              { label: 'Task ID', value: `#${task.taskId}` },
              { label: 'Status', value: <StatusBadge status={task.currentStatus} /> },
              { label: 'Admin Post Comments', value: task.currentStatus === 'Posted' && task.adminPostComment },
              { label: 'Task Title', value: task.title },
              { label: 'Task Objective', value: task.taskpurpose },
              { label: 'Main Headline', value: task.headline },
              { label: 'Tagline for Lead', value: task.calltoaction },
              { label: 'Description', value: task.description },
              { label: 'Recurrence Type', value: recurrenceFact(task) },
              { label: 'Selected Platforms has to Post:', value: <PlatformIcons chosen={task} /> },
              { label: 'Submission Date', value: dateFact(task.submissionForReview) },
              { label: 'Target Posting Date', value: dateFact(task.targetPostingDate) },
              { label: 'Recurrence Start Date', value: dateFact(task.recurrenceStartDate) },
              { label: 'Recurrence End Date', value: dateFact(task.recurrenceEndDate) },
              { label: 'Reference Image', value: pictureFact(task.referenceImage, 'Open the reference image') },
              {
                label: 'Rollback Feedback',
                value: task.rollbackFeedback.length > 0 && <RollbackHistory entries={task.rollbackFeedback} author="You" />,
              },
            ]}
          />
        }
      />
    </SidePanel>
  )
}
