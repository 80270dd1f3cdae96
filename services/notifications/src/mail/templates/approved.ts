import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

interface Approved extends TaskEventData {
  /** Whether there are signs that a machine, such as a mail scanner, made the approval. */
  isUnconfirmed?: boolean
}

const UNCONFIRMED = 'The approval came through a review link and is not confirmed yet. Please wait until the client has confirmed it.'

export const approved = (task: Approved, publicUrl: string): MailContent =>
  compose({
    subject: `Approved by ${task.companyName}: ${task.title}`,
    preheader: task.isUnconfirmed ? UNCONFIRMED : `You can launch task #${task.taskId} on its posting date.`,
    heading: 'A preview was approved',
    blocks: [
      {
        kind: 'text',
        text: `${task.companyName} approved the preview. ${task.isUnconfirmed ? UNCONFIRMED : 'You can launch the task on its posting date.'}`,
      },
      ...previewOf(task, adminTaskUrl(task, publicUrl)),
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
