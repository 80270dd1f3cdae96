import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { ownerTaskUrl, previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

interface Posted extends TaskEventData {
  adminPostComment: string
}

export const posted = (task: Posted, publicUrl: string): MailContent =>
  compose({
    subject: `Posted: ${task.title}`,
    preheader: task.adminPostComment || `The content of task #${task.taskId} was posted.`,
    heading: 'Your task was posted',
    blocks: [
      { kind: 'text', text: 'We posted the content of this task.' },
      ...(task.adminPostComment ? [{ kind: 'quote', text: task.adminPostComment } as const] : []),
      ...previewOf(task, ownerTaskUrl(task, publicUrl)),
      taskFacts(task),
      { kind: 'action', label: 'See the task', url: ownerTaskUrl(task, publicUrl) },
    ],
  })
