import type { Task } from '@app/contracts/http/tasks.ts'
import { Facts } from '../../../shared/task/Facts.tsx'
import { RollbackHistory } from '../../../shared/task/RollbackHistory.tsx'
import { dateFact, pictureFact, recurrenceFact } from '../../../shared/task/task-facts.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcons.tsx'
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx'
import styles from './TaskReviewFacts.module.css'

/** Everything its owner said about a pending task, and what came of it so far. */
export function TaskReviewFacts({ task }: { task: Task }) {
  return (
    <>
      {task.currentStatus === 'Roll Back' && <p className={styles.waiting}>You referred this back. A new preview is on its way.</p>}
      <Facts
        facts={[
          { label: 'Task ID', value: `#${task.taskId}` },
          { label: 'Status', value: <StatusBadge status={task.currentStatus} /> },
          {
            label: 'Rollback Feedback',
            value: task.rollbackFeedback.length > 0 && <RollbackHistory entries={task.rollbackFeedback} author="You" />,
          },
          { label: 'Tagline', value: task.tagline },
          { label: 'Task Objective', value: task.taskpurpose },
          { label: 'Main Headline', value: task.headline },
          { label: 'Offer or Message', value: task.offerormessage },
          { label: 'Tagline for Lead', value: task.calltoaction },
          { label: 'Guidelines', value: task.guidlines },
          { label: 'Additional Info', value: task.additionalinfo },
          { label: 'Description', value: task.description },
          { label: 'Submission Date', value: dateFact(task.submissionForReview) },
          { label: 'Target Posting Date', value: dateFact(task.targetPostingDate) },
          { label: 'Recurrence Type', value: recurrenceFact(task) },
          { label: 'Recurrence Start Date', value: dateFact(task.recurrenceStartDate) },
          { label: 'Recurrence End Date', value: dateFact(task.recurrenceEndDate) },
          { label: 'Selected Platforms has to Post:', value: <PlatformIcons chosen={task} /> },
          { label: 'Reference Image', value: pictureFact(task.referenceImage, 'Open the reference image') },
        ]}
      />
    </>
  )
}
