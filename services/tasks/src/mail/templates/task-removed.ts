import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { decidedTaskFacts, type MailedTask } from './task-facts.ts'

interface RemovedTask extends MailedTask {
  /** The reason of the admin. */
  words: string
}

/** The email to the owner about a task that an admin removed. */
export const taskRemoved = (task: RemovedTask, publicUrl: string): MailContent =>
  compose({
    subject: `Removed by our team: ${task.title}`,
    preheader: task.words,
    heading: 'We won’t post this task',
    blocks: [
      { kind: 'text', text: 'Our reason:' },
      { kind: 'quote', text: task.words },
      decidedTaskFacts(task),
      { kind: 'action', label: 'Open your portal', url: `${publicUrl}/management` },
    ],
  })
