import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { datesOf, type MailedTask, ownerTaskUrl, taskFacts } from './task-facts.ts'

const PREVIEW_FIRST = 'We’ll show you a preview before we post anything'

export const taskCreatedForYou = (task: MailedTask, publicUrl: string): MailContent =>
  compose({
    subject: `Task created for you: ${task.title}`,
    preheader: `${PREVIEW_FIRST}. ${datesOf(task)}`.trimEnd(),
    heading: PREVIEW_FIRST,
    blocks: [taskFacts(task), { kind: 'action', label: 'See the task', url: ownerTaskUrl(task, publicUrl) }],
  })
