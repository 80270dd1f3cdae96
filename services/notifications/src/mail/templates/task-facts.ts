import type { Block, Lead } from '@app/chassis/mail/draft.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { TaskRemoved } from '@app/contracts/events/tasks.ts'
import { formatDate } from '@app/contracts/format/dates.ts'

/** The data that all events about a task contain. */
export type TaskEventData = EventData<typeof TaskRemoved>

/** Returns for example "Winter bread (#42)". A neutral title (`neutralTask`) already contains the number. */
export const titleAndNumber = ({ taskId, title }: TaskEventData): string =>
  title === `task #${taskId}` ? `#${taskId}` : `${title} (#${taskId})`

/** Returns the block with the name, company and dates of a task. The first task of a series may have no review date. */
export function taskFacts(task: TaskEventData): Block {
  const { companyName, submissionForReview, targetPostingDate } = task
  const facts: [string, string][] = [
    ['Task', titleAndNumber(task)],
    ['Company', companyName],
  ]
  if (submissionForReview) facts.push(['Review due', formatDate(submissionForReview)])
  if (targetPostingDate) facts.push(['Posting due', formatDate(targetPostingDate)])
  return { kind: 'facts', facts }
}

/** Returns the same block as `taskFacts` for a task whose preview was decided. So there is no date of the review. */
export const decidedTaskFacts = (task: TaskEventData): Block => taskFacts({ ...task, submissionForReview: null })

export const ownerTaskUrl = ({ taskId }: Pick<TaskEventData, 'taskId'>, publicUrl: string): string =>
  `${publicUrl}/management?show=task-${taskId}`

export const adminTaskUrl = ({ taskId }: Pick<TaskEventData, 'taskId'>, publicUrl: string): string =>
  `${publicUrl}/admin/dashboard?task=${taskId}`

/** Returns the dates of a task, for example "Review due Fri, Dec 4, 2026. Posting due Mon, Dec 7, 2026." Empty if there are none. */
export const datesOf = ({ submissionForReview, targetPostingDate }: TaskEventData): string =>
  [
    ...(submissionForReview ? [`Review due ${formatDate(submissionForReview)}.`] : []),
    ...(targetPostingDate ? [`Posting due ${formatDate(targetPostingDate)}.`] : []),
  ].join(' ')

/**
 * The email refers to the picture by its URL. This URL is public and always returns the same picture. The picture has the origin of the link,
 * because events contain its URL without an origin.
 */
export const previewOf = ({ title, doneTaskImage }: TaskEventData, link: string): Lead | undefined =>
  doneTaskImage ? { kind: 'picture', src: new URL(doneTaskImage, link).href, alt: `The preview of "${title}"`, link } : undefined
