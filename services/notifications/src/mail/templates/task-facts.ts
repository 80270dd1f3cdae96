import type { Block } from '@app/chassis/mail/draft.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { PreviewUploaded } from '@app/contracts/events/tasks.ts'

/** The data that all events about a task contain. */
export type TaskEventData = EventData<typeof PreviewUploaded>

const inWords = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats a calendar date, `YYYY-MM-DD`, as "Mon 7 Dec 2026". */
export const dateInWords = (date: string): string => inWords.format(new Date(`${date}T00:00:00Z`)).replace(',', '')

/** Recurring tasks have no dates. */
export function taskFacts({ taskId, title, companyName, submissionForReview, targetPostingDate }: TaskEventData): Block {
  const facts: [string, string][] = [
    ['Task', `${title} (#${taskId})`],
    ['Company', companyName],
  ]
  if (submissionForReview) facts.push(['Review due', dateInWords(submissionForReview)])
  if (targetPostingDate) facts.push(['Posting due', dateInWords(targetPostingDate)])
  return { kind: 'facts', facts }
}

export const ownerTaskUrl = ({ taskId }: Pick<TaskEventData, 'taskId'>, publicUrl: string): string =>
  `${publicUrl}/management?show=task-${taskId}`

export const adminTaskUrl = ({ taskId }: Pick<TaskEventData, 'taskId'>, publicUrl: string): string =>
  `${publicUrl}/admin/dashboard?task=${taskId}`

/** The image's URL is public, and its content never changes. */
export const previewOf = ({ title, doneTaskImage }: TaskEventData, link: string): Block[] =>
  doneTaskImage ? [{ kind: 'picture', src: doneTaskImage, alt: `The preview of "${title}"`, link }] : []
