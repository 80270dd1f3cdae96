import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { ReviewEmailComplained } from '@app/contracts/events/campaigns.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findLink } from '../reviews/review-link.repository.ts'
import { leave } from './invitation.ts'
import { lockColleague } from './lock-colleague.ts'

/**
 * Handles a complaint about spam: a colleague who complained gets no further emails, as after leaving. Complaints of owners have no effect.
 */
export async function recordComplaint(trx: Transaction<Tables>, { data }: ReceivedEvent<typeof ReviewEmailComplained>): Promise<void> {
  const link = await findLink(trx, data.reviewLinkId)
  if (link?.recipientKind === 'owner') return
  // The return path of an invitation contains the id of the colleague instead of the id of a link.
  const locked = await lockColleague(trx, link?.recipientId ?? data.reviewLinkId)
  if (locked) await leave(trx, locked)
}
