import type { Task } from '@app/contracts/http/tasks.ts'
import { PreviewPicture } from '../../../shared/task/TaskSheet.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { ImageCompare } from '../../../shared/ui/ImageCompare.tsx'
import { comparedImages } from './compared-images.ts'

/** The delivered picture of a task. It is compared with a chosen picture, or with the picture that was referred back. */
export function TaskPicture({ task, chosen = null }: { task: Task; chosen?: File | null }) {
  const { before, now } = comparedImages(task, useObjectUrl(chosen))
  const { currentStatus, title, doneTaskImage } = task
  if (currentStatus === 'Posted' || (currentStatus === 'Approved' && !chosen)) {
    return <PreviewPicture src={doneTaskImage} alt={`${currentStatus} image of ${title}`} placeholder="No image." />
  }
  if (before && now) return <ImageCompare before={before} after={now} />
  return <PreviewPicture src={now?.src ?? null} alt={`Task image of ${title}`} placeholder="No image yet." />
}
