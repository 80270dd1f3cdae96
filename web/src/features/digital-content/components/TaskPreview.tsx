import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { PreviewTabs } from '../../../domain/preview/PreviewTabs.tsx'
import type { NotesSource } from '../../../domain/preview-notes/notes-source.ts'
import { PreviewPicture } from '../../../domain/task/TaskSheet.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import type { TaskPreviews } from '../previews.ts'
import styles from './TaskPreview.module.css'

// Loaded on demand, because most tasks have one version.
const EarlierVersions = lazyPart(() => import('../../../domain/preview/EarlierVersions.tsx'))

interface TaskPreviewProps {
  task: Task
  previews: TaskPreviews
  notes: NotesSource
  profile: CompanyProfile
}

/** Shows the task's current version of the preview, and the earlier versions. Without versions, it shows the picture of the task. */
export function TaskPreview({ task, previews, notes, profile }: TaskPreviewProps) {
  const { state, current, earlier, growth, reload, isReloading } = previews
  const label = `Task Preview of ${task.title}`
  const company = { name: profile.companyName, logo: profile.logo }

  if (state === 'loading') {
    return (
      <div role="status" aria-busy="true" aria-label="Loading the preview">
        <Skeleton shape="block" />
      </div>
    )
  }
  if (state === 'failed') {
    return (
      <RetryNotice
        message="We couldn’t load the preview. You can approve it once you see it."
        busy={isReloading}
        onRetry={() => void reload()}
      />
    )
  }
  if (!current) return <PreviewPicture src={task.doneTaskImage} alt={label} placeholder="In progress. We’ll email you when it’s ready." />
  return (
    <div className={styles.preview}>
      <p className={styles.version}>
        <strong>Version {current.number}</strong>
        {current.deliveredAt && (
          <>
            {' · delivered '}
            <Time value={current.deliveredAt} />
          </>
        )}
      </p>
      <PreviewTabs key={current._id} preview={current} label={label} company={company} chosen={task} />
      {earlier.length > 0 && (
        <EarlierVersions versions={earlier} current={current} growth={growth} notes={notes} company={company} chosen={task} />
      )}
    </div>
  )
}
