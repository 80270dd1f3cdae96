import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { EmailVerified, PasswordChanged, UserRegistered, UserState } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import { saveSignIn } from '../companies/save-sign-in.ts'
import type { Tables } from '../db/tables.ts'
import type { ConsumerDeps } from '../deps.ts'
import { issueWaitingLinks, lockWaitingWithoutLink } from './issue-waiting-links.ts'
import { lockOwnerAddressExclusive, markConfirmedAddress, saveOwnerAddress } from './owner-address.repository.ts'
import { revokeColleaguesLinks, revokeLinks } from './review-link.repository.ts'

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
