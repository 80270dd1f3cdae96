import { canReview, platforms } from '@app/contracts/rules/task-status.ts'
import { useState } from 'react'
import { BriefSection } from '../../../domain/task/change/BriefSection.tsx'
import { hasLinks, PostLinks } from '../../../domain/task/PostLinks.tsx'
import { RollbackHistory } from '../../../domain/task/RollbackHistory.tsx'
import { recurrenceFact } from '../../../domain/task/recurrence-fact.ts'
import { TaskNotes } from '../../../domain/task/TaskNotes.tsx'
import { TaskSheet } from '../../../domain/task/TaskSheet.tsx'
import { dateFact, textFacts } from '../../../domain/task/task-facts.tsx'
import { Badge, StatusBadge } from '../../../shared/ui/Badge.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { ListSteps } from '../../../shared/ui/ListSteps.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcon.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { removeTask } from '../board/changes.ts'
import { AtPostingTime } from '../board/DueNow.tsx'
import { briefLabels } from '../brief-labels.ts'
import { PanelLink } from '../PanelLink.tsx'
import { taskDetail, useRememberedAsOpened } from '../palette/recently-opened.ts'
import { TaskPhotos } from '../photos/TaskPhotos.tsx'
import type { Opened } from '../task-actions.ts'
import { useLeading } from '../use-place.ts'
import { Corrections } from './Corrections.tsx'
import styles from './TaskPanel.module.css'
import { TaskPreviews } from './TaskPreviews.tsx'
import { useTaskChanges } from './use-task-changes.ts'
import { useTaskSteps } from './use-task-steps.ts'

const LaunchForm = lazyPart(() => import('./LaunchForm.tsx'))
const PostingKit = lazyPart(() => import('../kit/PostingKit.tsx'), { waiting: <Skeleton shape="block" /> })
const BouncedEmail = lazyPart(() => import('./BouncedEmail.tsx'))
const Reminder = lazyPart(() => import('./Reminder.tsx'))

interface TaskPanelProps extends Opened {
  /** Whether the panel was opened on a tab where tasks are launched. */
  canLaunch: boolean
  onClose: () => void
}

/** The panel stays open while the admin steps through the tasks of a list. */
export default function TaskPanel({ task, companyName, timeZone, canLaunch, onClose }: TaskPanelProps) {
  const isDecided = task.currentStatus === 'Approved' || task.currentStatus === 'Posted'
  const steps = useTaskSteps(task.taskId)
  const [launchPlace, setLaunchPlace] = useState<HTMLElement | null>(null)
  const isToLaunch = canLaunch && task.currentStatus === 'Approved'
  /** Number of launches that this panel has undone. Each one needs a new form. */
  const [launchesUndone, setLaunchesUndone] = useState(0)
  useRememberedAsOpened({ kind: 'task', id: String(task.taskId), title: task.title, detail: taskDetail(task.taskId, companyName) })
  return (
    <SidePanel
      title={task.title}
      itemKey={task._id}
      wide
      onClose={onClose}
      actions={<ListSteps {...steps} title={task.title} />}
      footer={
        canLaunch && isDecided ? (
          <LaunchForm key={launchesUndone} task={task} companyName={companyName} timeZone={timeZone} steps={steps} place={launchPlace} />
        ) : undefined
      }
    >
      <TaskSheet
        heading={isDecided ? `${task.currentStatus} Image` : 'Task Image'}
        picture={<TaskPreviews task={task} companyName={companyName} steps={steps} />}
        facts={
          <>
            {isToLaunch && <PostingKit key={`kit ${task._id}`} task={task} />}
            {isToLaunch && <div ref={setLaunchPlace} />}
            <AdminTaskFacts task={task} companyName={companyName} timeZone={timeZone} />
            <Corrections
              key={`corrections ${task._id}`}
              task={task}
              companyName={companyName}
              onLaunchUndone={() => setLaunchesUndone((count) => count + 1)}
              onRemoved={() => {
                onClose()
                void removeTask(task.companyProfileId, task.taskId)
              }}
            />
          </>
        }
      />
    </SidePanel>
  )
}

function AdminTaskFacts({ task, companyName, timeZone }: Opened) {
  const changes = useTaskChanges(companyName)
  const leading = useLeading()
  const timed = timeZone === undefined ? task : { ...task, timeZone }
  return (
    <>
      {task.emailBounced && <BouncedEmail companyProfileId={task.companyProfileId} />}
      <TaskNotes key={`messages ${task._id}`} caller="admin" task={task} client={companyName} />
      <TaskPhotos key={`photos ${task._id}`} task={task} companyName={companyName} />
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
        emptyLabel="Not given"
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
          {
            label: 'Company',
            value: (
              <PanelLink className={styles.company} {...leading('company', task.companyProfileId)}>
                {companyName}
              </PanelLink>
            ),
          },
          ...(task.postedAt !== null
            ? [
                { label: 'Posted', value: <Time value={task.postedAt} full clock /> },
                { label: 'Links to the post', value: hasLinks(task.postLinks) && <PostLinks links={task.postLinks} /> },
                { label: 'Admin Post Comment', value: task.adminPostComment },
              ]
            : []),
        ]}
      />
      <BriefSection key={`brief ${task._id}`} task={task} changes={changes}>
        <Facts
          emptyLabel="Not given"
          facts={[
            ...textFacts(task, briefLabels),
            {
              label: 'Target Date',
              value: task.targetPostingDate && (
                <>
                  {dateFact(task.targetPostingDate)}
                  <AtPostingTime task={timed} />
                </>
              ),
              isShort: true,
            },
            { label: 'Deadline Date', value: dateFact(task.submissionForReview), isShort: true },
            ...(task.isRecurring
              ? [
                  { label: 'Repeats', value: recurrenceFact(task) },
                  {
                    label: 'Series Date',
                    value: task.occurrenceDate && (
                      <>
                        {dateFact(task.occurrenceDate)}
                        {!task.targetPostingDate && <AtPostingTime task={timed} />}
                      </>
                    ),
                    isShort: true,
                  },
                  // The last task of a series has no next date. Without this condition, "Not given" would list the date as missing.
                  ...(task.nextOccurrenceDate ? [{ label: 'Next Date', value: dateFact(task.nextOccurrenceDate), isShort: true }] : []),
                  { label: 'Starts', value: dateFact(task.recurrenceStartDate), isShort: true },
                  { label: 'Ends', value: dateFact(task.recurrenceEndDate), isShort: true },
                ]
              : []),
            { label: 'Platforms', value: platforms.some((platform) => task[platform]) && <PlatformIcons chosen={task} /> },
            { label: 'Reference Image', value: task.referenceImage && <PictureLink src={task.referenceImage} alt="Reference image" /> },
          ]}
        />
      </BriefSection>
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
