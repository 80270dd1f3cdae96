import { PhotoSection } from '../../../domain/photo/PhotoSection.tsx'
import { usePhotos } from '../../../domain/photo/use-photos.ts'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import type { Opened } from '../task-actions.ts'

const PhotoForTask = lazyPart(() => import('./PhotoForTask.tsx'), { missing: PanelMissing })

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
