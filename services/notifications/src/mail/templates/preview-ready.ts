import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { ownerTaskUrl, previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

export const previewReady = (task: TaskEventData, publicUrl: string): MailContent =>
  compose({
    subject: `Ready for your review: ${task.title}`,
    preheader: 'Approve it, or refer it back with your feedback.',
    heading: 'Your preview is ready',
    blocks: [
      { kind: 'text', text: 'The preview of this task is ready. Approve it, or refer it back with your feedback.' },
      ...previewOf(task, ownerTaskUrl(task, publicUrl)),
      taskFacts(task),
      { kind: 'action', label: 'Review the preview', url: ownerTaskUrl(task, publicUrl) },
    ],
  })
