import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

/** To the admins: the owner approved a preview. */
export const approved = (task: TaskEventData, publicUrl: string): MailContent =>
  compose({
    subject: `Approved by ${task.companyName}: ${task.title}`,
    preheader: `Task #${task.taskId} can be launched on its date.`,
    heading: 'A preview was approved',
    blocks: [
      { kind: 'text', text: `${task.companyName} approved the preview. The task can be launched on its date.` },
      ...previewOf(task, adminTaskUrl(task, publicUrl)),
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
