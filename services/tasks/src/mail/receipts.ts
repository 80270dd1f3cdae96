import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { MailDeps } from './deps.ts'
import { findMailedTask, type MailedRow, toMailedTask } from './mailed-task.repository.ts'
import { neutralTask } from './neutral-task.ts'
import { findReviewRecipient } from './review-recipient.ts'
import { receiptOfDecision } from './signed-receipt.ts'
import { receipt } from './templates/receipt.ts'

/** A decision through a review link. */
interface LinkDecision {
  id: string
  taskId: string
  kind: Tables['decision']['kind']
  previewNo: number
  contentHash: string
  reason: string | null
  hasSigns: boolean
  createdAt: string
  /** Email address to which the link was sent. */
  email: string
  /** Name of the colleague who got the link. Null for the owner. */
  colleagueName: string | null
  /** Whether there is no later decision about the task. */
  isNewest: boolean
}

async function findLinkDecision(db: Kysely<Tables>, id: string): Promise<LinkDecision | undefined> {
  const { rows } = await sql<LinkDecision>`
    select decision.id, decision.task_id as "taskId", kind, decision.preview_number as "previewNo", content_hash as "contentHash", reason,
      cardinality(signs) > 0 as "hasSigns", decision.created_at as "createdAt", review_link.email, colleague.name as "colleagueName",
      not exists (
        select from decision as later where later.task_id = decision.task_id and later.task_version > decision.task_version
      ) as "isNewest"
    from decision join review_link on review_link.id = link_id
      left join colleague on recipient_kind = 'colleague' and colleague.id = recipient_id
    where decision.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the feedback of a referral. Feedback that the owner added later belongs to later entries of the history. */
const feedbackOf = ({ rollbackFeedback }: MailedRow, { previewNo }: LinkDecision): string =>
  rollbackFeedback.find((entry) => entry.previewNo === previewNo)?.feedback ?? ''

const needsConfirmation = (task: MailedRow, { kind, hasSigns, isNewest }: LinkDecision): boolean =>
  kind === 'approve' && hasSigns && isNewest && task.approvalUnconfirmed

/**
 * The receipt to the owner for a decision through a review link, with the signed receipt of the decision record. After a decision of a
 * colleague, the email contains the owner's own link.
 */
export const composeReceipt =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient: wanted }) => {
    const decision = wanted.kind === 'owner' ? await findLinkDecision(deps.db, about) : undefined
    const task = decision && (await findMailedTask(deps.db, decision.taskId))
    const owner = task && (await findReviewRecipient(deps, task, decision.previewNo, wanted))
    if (!owner) return 'obsolete'
    const { id, kind, previewNo, contentHash, reason, colleagueName, hasSigns } = decision
    const facts = {
      ...toMailedTask(task, deps.store),
      previewNo,
      contentHash,
      sentTo: maskEmail(decision.email),
      ...(colleagueName && { colleagueName }),
      ...(reason && { reason }),
      ...(kind === 'refer-back' && { feedback: feedbackOf(task, decision) }),
    }
    const mail = receipt(owner.isConfirmed ? facts : neutralTask(facts), {
      kind,
      time: decision.createdAt,
      timeZone: deps.timeZone,
      url: owner.url,
      isUnconfirmed: hasSigns,
      code: owner.isConfirmed && needsConfirmation(task, decision) ? deps.reviewKeys.codeOf('decision-code', id) : undefined,
      record: owner.isConfirmed ? await receiptOfDecision(deps, task, id) : undefined,
    })
    return { ...mail, threadId: task._id, ...owner.fields }
  }
