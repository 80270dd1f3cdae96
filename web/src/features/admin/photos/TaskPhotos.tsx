import { PhotoSection } from '../../../domain/photo/PhotoSection.tsx'
import { usePhotos } from '../../../domain/photo/use-photos.ts'
import type { Opened } from '../task-actions.ts'
import { PhotoForTask } from './PhotoForTask.tsx'

/** The photos that the company has sent for a task. Nothing is shown if there are none. */
export function TaskPhotos({ task, companyName }: Opened) {
  const photos = usePhotos('admin', task.companyProfileId, task.taskId)
  const tasks = task.currentStatus === 'Posted' ? [] : [{ ...task, companyName }]
  return (
    <PhotoSection title="Photos for this task" photos={photos}>
      {(opened) => <PhotoForTask {...opened} tasks={tasks} isInTask taskName={(taskId) => `#${taskId}`} />}
    </PhotoSection>
  )
}
