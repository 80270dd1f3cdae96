import type { Task } from '@app/contracts/http/tasks.ts'
import { PreviewPicture } from '../../../domain/task/TaskSheet.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { comparedImages } from './compared-images.ts'

// Loaded on demand, because most panels show one picture.
const ImageCompare = lazyPart(async () => ({ default: (await import('../../../shared/ui/ImageCompare.tsx')).ImageCompare }))

/**
 * The delivered picture of a task, compared with a chosen picture, or with the picture that was referred back. While the comparison
 * is loading, only the newer picture is shown.
 */
export function TaskPicture({ task, chosen = null }: { task: Task; chosen?: File | null }) {
  const hasCompare = ImageCompare.useArrived()
  const { before, now } = comparedImages(task, useObjectUrl(chosen))
  const { currentStatus, title, doneTaskImage } = task
  if (currentStatus === 'Posted' || (currentStatus === 'Approved' && !chosen)) {
    return <PreviewPicture src={doneTaskImage} alt={`${currentStatus} image of ${title}`} placeholder="No image." />
  }
  const isCompared = before && now
  return (
    <>
      {!(isCompared && hasCompare) && <PreviewPicture src={now?.src ?? null} alt={`Task image of ${title}`} placeholder="No image yet." />}
      {isCompared && <ImageCompare before={before} after={now} />}
    </>
  )
}
