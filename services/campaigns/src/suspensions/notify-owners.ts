import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { SuspensionChanged } from '@app/contracts/events/campaigns.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotices, endNotices, findNotices } from './notice.repository.ts'
import type { SuspensionTarget } from './suspension.repository.ts'

async function publish(
  trx: Transaction<Tables>,
  noticeIds: readonly string[],
  change: { isSuspended: true; reason: string } | { isSuspended: false },
): Promise<void> {
  for (const { id: noticeId, companyProfileId, ownerId, campaignId, name } of await findNotices(trx, noticeIds)) {
    const campaign = campaignId !== null && name !== null && { campaign: { campaignId, name } }
    const data = { noticeId, companyProfileId, ownerId, ...campaign, ...change }
    await addEvent(trx, SuspensionChanged, { aggregateId: companyProfileId, version: 1, data })
  }
}

/** Publishes that sending was suspended, for each owner who is told of this suspension (`addNotices`). */
export const notifyOfSuspension = async (trx: Transaction<Tables>, target: SuspensionTarget, reason: string): Promise<void> =>
  publish(trx, await addNotices(trx, target), { isSuspended: true, reason })

/**
 * Publishes that sending resumes, for each owner who was told of the suspension. If another suspension still stops the owner's emails, the
 * owner is told when that one ends. Must be called after the suspension was deleted.
 */
export const notifyOfRelease = async (trx: Transaction<Tables>, target: SuspensionTarget): Promise<void> =>
  publish(trx, await endNotices(trx, target), { isSuspended: false })
