import { Facts } from '../../../shared/task/Facts.tsx'
import { RollbackHistory } from '../../../shared/task/RollbackHistory.tsx'
import { dateFact, recurrenceFact } from '../../../shared/task/task-facts.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcons.tsx'
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx'
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
          { label: 'Task ID', value: `#${task.taskId}` },
          { label: 'Status', value: <StatusBadge status={task.currentStatus} /> },
          { label: 'Company', value: company.companyName },
          ...(task.currentStatus === 'Posted' ? [{ label: 'Admin Post Comment', value: task.adminPostComment }] : []),
          { label: 'Title', value: task.title },
          { label: 'Tagline', value: task.tagline },
          { label: 'Purpose', value: task.taskpurpose },
          { label: 'Headline', value: task.headline },
          { label: 'Key Offer', value: task.offerormessage },
          { label: 'Call to Action', value: task.calltoaction },
          { label: 'Branding Guidelines', value: task.guidlines },
          { label: 'Additional Info', value: task.additionalinfo },
          { label: 'Description', value: task.description },
          { label: 'Target Date', value: dateFact(task.targetPostingDate) },
          { label: 'Deadline Date', value: dateFact(task.submissionForReview) },
          ...(task.isRecurring
            ? [
                { label: 'Repeats', value: recurrenceFact(task) },
                { label: 'Starts', value: dateFact(task.recurrenceStartDate) },
                { label: 'Ends', value: dateFact(task.recurrenceEndDate) },
              ]
            : []),
          { label: 'Platforms', value: <PlatformIcons chosen={task} /> },
          { label: 'Reference Image', value: task.referenceImage && <PictureLink src={task.referenceImage} alt="Reference image" /> },
        ]}
      />
    </>
  )
}
