import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { type TaskFact, taskFacts } from './task-facts.ts'

interface Posted extends TaskFact {
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
      taskFacts(task),
      { kind: 'action', label: 'See your launched reports', url: `${publicUrl}/management` },
    ],
  })
