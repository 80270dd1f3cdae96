import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { TaskUpdateKind } from '../task-update.ts'
import { messageCount, quotesOf } from './message-quotes.ts'
import { adminTaskUrl, changesBlock, type MailedTask, taskFacts } from './task-facts.ts'

interface MessagesReceived extends MailedTask {
  /** The newest message. */
  lastMessage: string
  /** Number of the messages that no admin has seen. */
  messages: number
}

/** What an admin also has to do about the task. */
const alsoToDo: Partial<Record<TaskUpdateKind, string>> = {
  'referred-back': 'The task is referred back and needs a new preview.',
  new: 'The task is new and needs a preview.',
  notes: 'There are also notes on the preview.',
  changed: 'There are also changes of the brief.',
  approved: 'The task is approved and can be launched on its posting date.',
}

/** The email to an admin about messages of the owner on a single task. */
export function messagesReceived(task: MessagesReceived, kind: TaskUpdateKind, publicUrl: string): MailContent {
  const { messages, lastMessage, companyName, title } = task
  const also = alsoToDo[kind]
  return compose({
    subject: `${messageCount(messages)} from ${companyName}: ${title}`,
    preheader: lastMessage,
    heading: messages === 1 ? 'Please read and answer it' : 'Please read and answer them',
    blocks: [
      ...quotesOf([lastMessage], messages),
      ...(also ? [{ kind: 'text', text: also } as const] : []),
      ...changesBlock(task),
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
}
