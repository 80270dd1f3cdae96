import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, type TaskEventData, taskFacts } from './task-facts.ts'

export const taskAssigned = (task: TaskEventData, publicUrl: string): MailContent =>
  compose({
    subject: `New task from ${task.companyName}: ${task.title}`,
    preheader: `${task.companyName} assigned task #${task.taskId}.`,
    heading: 'A new task was assigned',
    blocks: [
      { kind: 'text', text: `${task.companyName} assigned a task and is waiting for a preview.` },
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
