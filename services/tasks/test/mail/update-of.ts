import type { TaskUpdateFacts } from '../../src/mail/task-update.ts'
import type { MailedTask } from '../../src/mail/templates/task-facts.ts'

/** Returns the data of a task that emails to admins show, for tests. */
export const updateOf = (facts: MailedTask & Partial<TaskUpdateFacts>): TaskUpdateFacts => ({
  feedback: '',
  clientSuggestImage: null,
  isUnconfirmed: false,
  openNotes: 0,
  previewNo: null,
  messages: 0,
  lastMessage: '',
  ...facts,
})
