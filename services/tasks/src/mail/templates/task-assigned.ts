import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, changesBlock, datesOf, type MailedTask, taskFacts } from './task-facts.ts'

const PLEASE_UPLOAD = 'Please upload a preview'

export const taskAssigned = (task: MailedTask, publicUrl: string): MailContent =>
  compose({
    subject: `New task from ${task.companyName}: ${task.title}`,
    preheader: datesOf(task) || PLEASE_UPLOAD,
    heading: PLEASE_UPLOAD,
    blocks: [...changesBlock(task), taskFacts(task), { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) }],
  })
