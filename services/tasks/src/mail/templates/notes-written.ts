import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, changesBlock, type MailedTask, previewOf, taskFacts } from './task-facts.ts'

interface NotesWritten extends MailedTask {
  /** Number of open notes on the preview. */
  openNotes: number
}

/** Returns for example "3 notes are open.". If the client only replied to notes that are done, no note is open. */
export function openNotesLine(count: number): string {
  if (count === 0) return 'There are new replies.'
  return count === 1 ? '1 note is open.' : `${count} notes are open.`
}

export function notesWritten(task: NotesWritten, publicUrl: string): MailContent {
  const isOnlyReplies = task.openNotes === 0
  const open = isOnlyReplies ? 'All notes are done. The company replied to them.' : openNotesLine(task.openNotes)
  return compose({
    subject: `${isOnlyReplies ? 'Replies' : 'Notes'} from ${task.companyName}: ${task.title}`,
    preheader: open,
    lead: previewOf(task, adminTaskUrl(task, publicUrl)),
    heading: isOnlyReplies ? 'Please read the replies' : 'Please read and answer the notes',
    blocks: [
      { kind: 'text', text: open },
      ...changesBlock(task),
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
}
