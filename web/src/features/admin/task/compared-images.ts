import type { Task } from '@app/contracts/http/tasks.ts'

interface Version {
  src: string
  label: string
}

/** Compares a chosen file with the delivered image, or the delivered image with the image that was referred back. */
export function comparedImages(
  { doneTaskImage, rollbackFeedback }: Pick<Task, 'doneTaskImage' | 'rollbackFeedback'>,
  chosen: string | undefined,
): { before?: Version; now?: Version } {
  if (chosen) {
    const now = { src: chosen, label: 'New version' }
    return doneTaskImage ? { before: { src: doneTaskImage, label: 'Previous version' }, now } : { now }
  }
  if (!doneTaskImage) return {}
  const now = { src: doneTaskImage, label: 'Delivered version' }
  const referredBack = rollbackFeedback.at(-1)?.doneTaskImage
  if (!referredBack || referredBack === doneTaskImage) return { now }
  return { before: { src: referredBack, label: 'Version referred back' }, now }
}
