import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import { saveSignIn } from '../companies/save-sign-in.ts'
import type { Tables } from '../db/tables.ts'
import type { ConsumerDeps } from '../deps.ts'
import { clearBounces, issueWaitingLinks, lockTasksOfAddress } from './issue-waiting-links.ts'
import { lockOwnerAddressExclusive, saveOwnerAddress } from './owner-address.repository.ts'
import { revokeColleaguesLinks, revokeLinks } from './review-link.repository.ts'

type Trx = Transaction<Tables>

/**
 * Saves the address and the last sign-in of an owner. Admins get no review links. If the address replaced another one, the links that were
 * sent to that one end. If the address is confirmed, the waiting previews get the links that they lack.
 */
export async function saveOwner(
  trx: Trx,
  deps: ConsumerDeps,
  { data, aggregateversion }: ReceivedEvent<typeof UserChanged>,
): Promise<void> {
  if (data.role !== 'owner') return
  const { userId, email, emailVerified } = data
  await lockTasksOfAddress(trx, userId, email)
  const { isCurrent, isMoved } = await saveOwnerAddress(trx, data, aggregateversion)
  if (isMoved) {
    await revokeLinks(trx, userId)
    await clearBounces(trx, userId)
  }
  if (isCurrent && emailVerified) await issueWaitingLinks(trx, deps, userId)
  if (data.lastSignedInAt) await saveSignIn(trx, data.userId, data.lastSignedInAt)
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
