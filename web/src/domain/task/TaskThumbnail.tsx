import type { Task } from '@app/contracts/http/tasks.ts'

interface TaskThumbnailProps {
  task: Pick<Task, 'doneTaskImage' | 'doneTaskThumbnail'>
  className?: string
  /** For people who do not see the picture. Empty if the words beside the picture describe it. */
  alternativeText?: string
}

/**
 * The picture of a task in a list, as a small copy that is loaded when it comes near the screen. The delivered picture is shown until the
 * server has made the copy. The server makes none if it cannot decode the picture.
 */
export function TaskThumbnail({ task: { doneTaskImage, doneTaskThumbnail }, className, alternativeText = '' }: TaskThumbnailProps) {
  if (!doneTaskImage) return null
  const { url, ...size } = doneTaskThumbnail ?? { url: doneTaskImage }
  return <img className={className} src={url} alt={alternativeText} {...size} loading="lazy" decoding="async" />
}
