import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { ownerTaskUrl, type TaskEventData, taskFacts } from './task-facts.ts'

export const taskCreatedForYou = (task: TaskEventData, publicUrl: string): MailContent =>
  compose({
    subject: `A task was created for you: ${task.title}`,
    preheader: `We’ll show you a preview of task #${task.taskId} before we post anything.`,
    heading: 'A task was created for you',
    blocks: [
      { kind: 'text', text: `${brand.name} created a task for ${task.companyName}. We’ll show you a preview before we post anything.` },
      taskFacts(task),
      { kind: 'action', label: 'See the task', url: ownerTaskUrl(task, publicUrl) },
    ],
  })
