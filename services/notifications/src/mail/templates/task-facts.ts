import type { Block } from '@app/chassis/mail/draft.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { PreviewUploaded } from '@app/contracts/events/tasks.ts'

/** The data of every event about a task. */
export type TaskEventData = EventData<typeof PreviewUploaded>

const inWords = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** "Mon 7 Dec 2026". */
export const dateInWords = (date: string): string => inWords.format(new Date(`${date}T00:00:00Z`)).replace(',', '')

/** The task's number, company and dates; a recurring task has no dates of its own. */
export function taskFacts({ taskId, title, companyName, submissionForReview, targetPostingDate }: TaskEventData): Block {
  const facts: [string, string][] = [
    ['Task', `${title} (#${taskId})`],
    ['Company', companyName],
  ]
  if (submissionForReview) facts.push(['For review on', dateInWords(submissionForReview)])
  if (targetPostingDate) facts.push(['To be posted on', dateInWords(targetPostingDate)])
  return { kind: 'facts', facts }
}

/** Returns the URL that opens the task in the owner's portal. */
export const ownerTaskUrl = ({ taskId }: TaskEventData, publicUrl: string): string => `${publicUrl}/management?show=task-${taskId}`

/** Returns the URL that opens the task in the admins' dashboard. */
export const adminTaskUrl = ({ taskId }: TaskEventData, publicUrl: string): string => `${publicUrl}/admin/dashboard?task=${taskId}`

/** The delivered picture, if there is one; its address is open to whoever has it, and never shows another. */
export const previewOf = ({ title, doneTaskImage }: TaskEventData, link: string): Block[] =>
  doneTaskImage ? [{ kind: 'picture', src: doneTaskImage, alt: `The preview of "${title}"`, link }] : []
