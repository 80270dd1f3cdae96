import type { Task } from '@app/contracts/http/tasks.ts'

interface Version {
  src: string
  label: string
}

/** The picture of a task in the making, and the one to compare it with: the chosen file with the delivered one, else that with the one referred back. */
export function versionsOf(
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
