import { compose } from '@app/chassis/mail/compose.ts'
import type { ComposedMail } from '../mail-part.ts'
import { type RecordOfEvent, receiptFile } from '../receipt-file.ts'
import { ownerTaskUrl, previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

interface Posted extends TaskEventData {
  adminPostComment: string
  record?: RecordOfEvent
}

/** The signed receipt proves the launch, and all earlier decisions of the company's record. */
export const posted = (task: Posted, publicUrl: string): ComposedMail => ({
  ...compose({
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
  }),
  parts: receiptFile(task.record),
})
