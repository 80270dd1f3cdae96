import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import { findSummary } from '../previews/preview.repository.ts'
import { isOpen } from '../proofreading/count-open-findings.ts'
import { findFindings } from '../proofreading/finding.repository.ts'
import type { MailDeps } from './deps.ts'
import { findPreviewedTask, toMailedTask } from './mailed-task.repository.ts'
import { previewFindings } from './templates/preview-findings.ts'

/**
 * The email to an admin about the findings of a delivered preview. Obsolete when the preview was replaced, withdrawn or decided on, or if
 * no finding that is sure is open any more.
 */
export const composePreviewFindings =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const task = recipient.kind === 'admin' ? await findPreviewedTask(deps.db, about) : undefined
    if (!task || task.previewNo === null || !canReview(task)) return 'obsolete'
    const { previewNo } = task
    const current = await findSummary(deps.db, task._id, previewNo)
    const open = current.id === about ? (await findFindings(deps.db, about)).filter(isOpen) : []
    const [first, ...others] = open.filter(({ certainty }) => certainty === 'sure').map(({ message }) => message)
    if (first === undefined) return 'obsolete'
    const facts = { ...toMailedTask(task, deps.store), previewNo, likely: open.length - others.length - 1 }
    return { ...previewFindings({ ...facts, sure: [first, ...others] }, deps.origin), threadId: task._id }
  }
