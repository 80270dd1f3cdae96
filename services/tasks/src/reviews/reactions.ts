import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { EmailVerified, PasswordChanged, UserRegistered, UserState } from '@app/contracts/events/identity.ts'
import type { ReminderSent, ReviewEmailSent } from '@app/contracts/events/notifications.ts'
import type { Transaction } from 'kysely'
import { saveSignIn } from '../companies/save-sign-in.ts'
import type { Tables } from '../db/tables.ts'
import type { ConsumerDeps } from '../deps.ts'
import { lockTask, lockTasks, markReminded, setEmailBounced } from '../tasks/task.repository.ts'
import { issueWaitingLinks, lockWaitingWithoutLink } from './issue-waiting-links.ts'
import { lockOwnerAddressExclusive, lockOwnerAddressShared, markConfirmedAddress, saveOwnerAddress } from './owner-address.repository.ts'
import { clearBounce, findBouncedBefore, markSent, revokeColleaguesLinks, revokeLinks } from './review-link.repository.ts'

type Trx = Transaction<Tables>

export async function saveAddress(trx: Trx, { data, aggregateversion }: ReceivedEvent<typeof UserRegistered>): Promise<void> {
  await saveOwnerAddress(trx, data, aggregateversion)
}

/** Stores that the owner confirmed the address. Previews that were delivered before then get their review links. */
export async function confirmAddress(
  trx: Trx,
  deps: ConsumerDeps,
  { data, aggregateversion }: ReceivedEvent<typeof EmailVerified>,
): Promise<void> {
  await lockWaitingWithoutLink(trx, data.userId)
  await saveOwnerAddress(trx, data, aggregateversion)
  await markConfirmedAddress(trx, data.userId)
  await issueWaitingLinks(trx, deps, data.userId)
}

/**
 * Saves the address and the last sign-in of a republished account. Admins get no review links. The waiting previews of an owner with a
 * confirmed address get the links that they lack.
 */
export async function saveOwnerState(
  trx: Trx,
  deps: ConsumerDeps,
  { data, aggregateversion }: ReceivedEvent<typeof UserState>,
): Promise<void> {
  if (data.role !== 'owner') return
  if (data.emailVerified) await lockWaitingWithoutLink(trx, data.userId)
  await saveOwnerAddress(trx, data, aggregateversion)
  if (data.emailVerified) {
    await markConfirmedAddress(trx, data.userId)
    await issueWaitingLinks(trx, deps, data.userId)
  }
  if (data.lastSignedInAt) await saveSignIn(trx, { userId: data.userId, signedInAt: data.lastSignedInAt })
}

/**
 * Revokes all review links of a user who reset the password, because another person may have found the links in the user's emails. Also
 * revokes the links of the user's colleagues, because this person may have invited colleagues. Colleagues get a new link with each preview.
 */
export async function revokeAfterReset(trx: Trx, { data }: ReceivedEvent<typeof PasswordChanged>): Promise<void> {
  await lockOwnerAddressExclusive(trx, data.userId)
  await revokeLinks(trx, data.userId)
  await revokeColleaguesLinks(trx, data.userId)
}

/** Records that the mail relay accepted an email with a review link. Clears the mark of an older bounce in the link and in the task. */
export async function recordSentEmail(trx: Trx, { data }: ReceivedEvent<typeof ReviewEmailSent>): Promise<void> {
  const { reviewLinkId, sentAt } = data
  const bounced = await findBouncedBefore(trx, reviewLinkId, sentAt)
  const task = bounced && (await lockTask(trx, bounced.taskId, undefined))
  if (bounced) await clearBounce(trx, reviewLinkId)
  await markSent(trx, [reviewLinkId], sentAt)
  if (task && task.previewNo === bounced.previewNo) await setEmailBounced(trx, task._id, false)
}

/** Stores when the owner was reminded of previews, and counts the reminder email. The README explains the order of the locks. */
export async function recordReminder(trx: Trx, { data }: ReceivedEvent<typeof ReminderSent>): Promise<void> {
  const { previews, recipientId, sentAt } = data
  await lockTasks(
    trx,
    previews.map(({ taskId }) => taskId),
  )
  await lockOwnerAddressShared(trx, recipientId)
  await markSent(
    trx,
    previews.flatMap(({ reviewLinkId }) => reviewLinkId ?? []),
    sentAt,
  )
  await markReminded(trx, previews, sentAt, 1)
}
