import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

/** `url` is the page on which the owner can decide: of a review link, or of the task in the portal. */
export const previewReady = (task: TaskEventData, url: string): MailContent =>
  compose({
    subject: `Ready for your review: ${task.title}`,
    preheader: 'Approve it, or refer it back with your feedback.',
    heading: 'Your preview is ready',
    blocks: [
      { kind: 'text', text: 'The preview of this task is ready. Approve it, or refer it back with your feedback.' },
      ...previewOf(task, url),
      taskFacts(task),
      { kind: 'action', label: 'Review the preview', url },
    ],
  })
