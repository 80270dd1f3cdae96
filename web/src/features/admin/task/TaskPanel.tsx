import { canReview } from '@app/contracts/rules/task-status.ts'
import { RollbackHistory } from '../../../shared/task/RollbackHistory.tsx'
import { recurrenceFact } from '../../../shared/task/recurrence-fact.ts'
import { TaskSheet } from '../../../shared/task/TaskSheet.tsx'
import { dateFact, textFacts } from '../../../shared/task/task-facts.tsx'
import { Badge, StatusBadge } from '../../../shared/ui/Badge.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcon.tsx'
import { briefLabels } from '../brief-labels.ts'
import type { Opened } from '../task-actions.ts'
import { BouncedEmail } from './BouncedEmail.tsx'
import styles from './TaskPanel.module.css'
import { TaskPreviews } from './TaskPreviews.tsx'

const LaunchForm = lazyPart(() => import('./LaunchForm.tsx'))
const Reminder = lazyPart(() => import('./Reminder.tsx'))
const TaskNotes = lazyPart(() => import('../../../shared/task/TaskNotes.tsx'))

interface TaskPanelProps extends Opened {
  /** Whether the panel was opened on the tab where tasks are launched. */
  canLaunch: boolean
  onClose: () => void
}

export default function TaskPanel({ task, companyName, canLaunch, onClose }: TaskPanelProps) {
  const isDecided = task.currentStatus === 'Approved' || task.currentStatus === 'Posted'
  return (
    <SidePanel
      title={task.title}
      wide
      onClose={onClose}
      footer={canLaunch && isDecided ? <LaunchForm task={task} companyName={companyName} /> : undefined}
    >
      <TaskSheet
        heading={isDecided ? `${task.currentStatus} Image` : 'Task Image'}
        picture={<TaskPreviews task={task} companyName={companyName} />}
        facts={<AdminTaskFacts task={task} companyName={companyName} />}
      />
    </SidePanel>
  )
}

function AdminTaskFacts({ task, companyName }: Opened) {
  return (
    <>
      {task.emailBounced && <BouncedEmail companyProfileId={task.companyProfileId} />}
      <TaskNotes caller="admin" task={task} />
      {canReview(task) && !task.emailBounced && <Reminder task={task} companyName={companyName} />}
      {task.rollbackFeedback.length > 0 && (
        <Facts
          facts={[
            {
              label: 'Rollback Feedback',
              value: <RollbackHistory entries={task.rollbackFeedback} author={companyName} withBothPictures />,
            },
          ]}
        />
      )}
      <Facts
        emptyText="-"
        facts={[
          { label: 'Task ID', value: `#${task.taskId}`, isShort: true },
          {
            label: 'Status',
            value: (
              <span className={styles.badges}>
                <StatusBadge status={task.currentStatus} />
                {task.approvalUnconfirmed && <Badge tone="pending">Unconfirmed</Badge>}
              </span>
            ),
            isShort: true,
          },
          { label: 'Company', value: companyName },
          ...(task.currentStatus === 'Posted' ? [{ label: 'Admin Post Comment', value: task.adminPostComment }] : []),
          ...textFacts(task, briefLabels),
          { label: 'Target Date', value: dateFact(task.targetPostingDate), isShort: true },
          { label: 'Deadline Date', value: dateFact(task.submissionForReview), isShort: true },
          ...(task.isRecurring
            ? [
                { label: 'Repeats', value: recurrenceFact(task) },
                { label: 'Series Date', value: dateFact(task.occurrenceDate), isShort: true },
                { label: 'Next Date', value: dateFact(task.nextOccurrenceDate), isShort: true },
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

function PictureLink({ src, alt }: { src: string; alt: string }) {
  return (
    <a className={styles.pictureLink} href={src} target="_blank" rel="noreferrer">
      <img className={styles.picture} src={src} alt={alt} loading="lazy" />
    </a>
  )
}
