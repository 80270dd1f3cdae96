import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { ApprovalWithdrawn, TaskApproved, TaskReferredBack } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { mailOwner } from '../mail/mail-owner.ts'
import { neutralTask } from '../mail/neutral-words.ts'
import { receipt } from '../mail/templates/receipt.ts'
import { expiryOf, ownersLink, type ReviewMails, reviewUrl } from '../review-links.ts'

type Decided = ReceivedEvent<typeof TaskApproved> | ReceivedEvent<typeof TaskReferredBack> | ReceivedEvent<typeof ApprovalWithdrawn>

/** Queues a receipt to the owner for a decision through a review link. Decisions in the portal get no receipt. */
export async function sendReceipt(
  trx: Transaction<Tables>,
  { id, data, time }: Decided,
  kind: 'approve' | 'refer-back' | 'undo',
  { publicUrl, timeZone, keys }: ReviewMails,
): Promise<void> {
  const { reviewLink, ownerId, decisionId, record, isUnconfirmed = false } = data
  if (!reviewLink) return
  // After a decision of a colleague, the receipt contains the owner's own link.
  const link = data.ownersLink ?? ownersLink([reviewLink], ownerId)
  await mailOwner(trx, {
    eventId: id,
    ownerId,
    template: 'receipt',
    threadId: data._id,
    contentFor: (isVerified) =>
      receipt(isVerified ? data : neutralTask(data), {
        kind,
        time,
        timeZone,
        url: reviewUrl({ publicUrl, keys }, isVerified ? link : undefined, data),
        isUnconfirmed,
        code: kind === 'approve' && isVerified && isUnconfirmed && decisionId ? keys.codeOf('decision-code', decisionId) : undefined,
        record: isVerified ? record : undefined,
      }),
    ...(link && { reviewLinkId: link.id, expiresAt: expiryOf(time) }),
  })
}
