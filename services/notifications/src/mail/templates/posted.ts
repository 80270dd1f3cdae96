import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { ownerTaskUrl, previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

interface Posted extends TaskEventData {
  adminPostComment: string
}

/** To the owner: the task was launched. */
export const posted = (task: Posted, publicUrl: string): MailContent =>
  compose({
    subject: `Posted: ${task.title}`,
    preheader: task.adminPostComment || `Task #${task.taskId} is out.`,
    heading: 'Your task was posted',
    blocks: [
      { kind: 'text', text: 'This task was launched.' },
      ...(task.adminPostComment ? [{ kind: 'quote', text: task.adminPostComment } as const] : []),
      ...previewOf(task, ownerTaskUrl(task, publicUrl)),
      taskFacts(task),
      { kind: 'action', label: 'See the task', url: ownerTaskUrl(task, publicUrl) },
    ],
  })
