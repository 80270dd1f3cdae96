import { RollbackHistory } from '../../../shared/task/RollbackHistory.tsx'
import { dateFact, recurrenceFact, textFacts } from '../../../shared/task/task-facts.tsx'
import { StatusBadge } from '../../../shared/ui/Badge.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcon.tsx'
import { briefLabels } from '../brief-labels.ts'
import type { ListedTask } from '../task-lists.ts'
import { PictureLink } from './PictureLink.tsx'

/** Everything that was asked for, and what was said about it since; what the owner said last stands first. */
export function AdminTaskFacts({ task, company }: ListedTask) {
  return (
    <>
      {task.rollbackFeedback.length > 0 && (
        <Facts
          facts={[
            {
              label: 'Rollback Feedback',
              value: <RollbackHistory entries={task.rollbackFeedback} author={company.companyName} withBothPictures />,
            },
          ]}
        />
      )}
      <Facts
        emptyText="-"
        facts={[
          { label: 'Task ID', value: `#${task.taskId}`, isShort: true },
          { label: 'Status', value: <StatusBadge status={task.currentStatus} />, isShort: true },
          { label: 'Company', value: company.companyName },
          ...(task.currentStatus === 'Posted' ? [{ label: 'Admin Post Comment', value: task.adminPostComment }] : []),
          ...textFacts(task, briefLabels),
          { label: 'Target Date', value: dateFact(task.targetPostingDate), isShort: true },
          { label: 'Deadline Date', value: dateFact(task.submissionForReview), isShort: true },
          ...(task.isRecurring
            ? [
                { label: 'Repeats', value: recurrenceFact(task) },
                { label: 'Starts', value: dateFact(task.recurrenceStartDate), isShort: true },
                { label: 'Ends', value: dateFact(task.recurrenceEndDate), isShort: true },
              ]
            : []),
          { label: 'Platforms', value: <PlatformIcons chosen={task} /> },
          { label: 'Reference Image', value: task.referenceImage && <PictureLink src={task.referenceImage} alt="Reference image" /> },
        ]}
      />
    </>
  )
}
