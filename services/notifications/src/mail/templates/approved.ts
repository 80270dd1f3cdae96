import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

export const approved = (task: TaskEventData, publicUrl: string): MailContent =>
  compose({
    subject: `Approved by ${task.companyName}: ${task.title}`,
    preheader: `You can launch task #${task.taskId} on its posting date.`,
    heading: 'A preview was approved',
    blocks: [
      { kind: 'text', text: `${task.companyName} approved the preview. You can launch the task on its posting date.` },
      ...previewOf(task, adminTaskUrl(task, publicUrl)),
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
