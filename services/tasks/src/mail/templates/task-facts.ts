import type { Block, Lead } from '@app/chassis/mail/draft.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type BriefChanges, changesLine } from '../changes-line.ts'

/** The data of a task that emails show. */
export interface MailedTask {
  _id: string
  taskId: number
  companyProfileId: string
  companyName: string
  title: string
  /** The date on which the task must be posted (`plannedDateOf`). */
  targetPostingDate: CalendarDate | null
  /** The time of day at which the task must be posted, for example "9:00 AM EST". Absent without a time. */
  postingTime?: string
  /** The last day of the review. The first task of a series may have none. */
  submissionForReview: CalendarDate | null
  /** Public URL of the picture of the current preview. */
  doneTaskImage: string | null
  /** What the other side changed in the brief. Absent if nothing, and in emails that do not say it. */
  briefChanges?: BriefChanges
}

/** Returns for example "Winter bread (#42)". A neutral title (`neutralTask`) already contains the number. */
export const titleAndNumber = ({ taskId, title }: MailedTask): string =>
  title === `task #${taskId}` ? `#${taskId}` : `${title} (#${taskId})`

/** Returns the block with the name, company and dates of a task. */
export function taskFacts(task: MailedTask): Block {
  const { companyName, submissionForReview, targetPostingDate, postingTime } = task
  const facts: [string, string][] = [
    ['Task', titleAndNumber(task)],
    ['Company', companyName],
  ]
  if (submissionForReview) facts.push(['Review due', formatDate(submissionForReview)])
  if (targetPostingDate) facts.push(['Posting due', [formatDate(targetPostingDate), postingTime].filter(Boolean).join(', ')])
  return { kind: 'facts', facts }
}

/** Returns what the other side changed in the brief, for example "Changed since version 2: title." Empty if nothing changed. */
export const changesBlock = ({ briefChanges }: Pick<MailedTask, 'briefChanges'>): Block[] =>
  briefChanges ? [{ kind: 'text', text: changesLine(briefChanges) }] : []

/** Returns the same block as `taskFacts` for a task whose preview was decided. It has no review date. */
export const decidedTaskFacts = (task: MailedTask): Block => taskFacts({ ...task, submissionForReview: null })

export const ownerTaskUrl = ({ taskId }: Pick<MailedTask, 'taskId'>, publicUrl: string): string =>
  `${publicUrl}/management?show=task-${taskId}`

export const adminTaskUrl = ({ taskId }: Pick<MailedTask, 'taskId'>, publicUrl: string): string =>
  `${publicUrl}/admin/dashboard?task=${taskId}`

/** Returns the dates of a task, for example "Review due Fri, Dec 4, 2026. Posting due Mon, Dec 7, 2026." Empty if there are none. */
export const datesOf = ({ submissionForReview, targetPostingDate }: MailedTask): string =>
  [
    ...(submissionForReview ? [`Review due ${formatDate(submissionForReview)}.`] : []),
    ...(targetPostingDate ? [`Posting due ${formatDate(targetPostingDate)}.`] : []),
  ].join(' ')

/** Returns the picture of the current preview. The email refers to it by its URL, which is public and always returns the same picture. */
export const previewOf = ({ title, doneTaskImage }: MailedTask, link: string): Lead | undefined =>
  doneTaskImage ? { kind: 'picture', src: doneTaskImage, alt: `The preview of "${title}"`, link } : undefined
