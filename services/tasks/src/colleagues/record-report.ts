import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findLink } from '../reviews/review-link.repository.ts'
import { setBounced } from './colleague.repository.ts'
import { leave } from './invitation.ts'
import { lockColleague } from './lock-colleague.ts'
import { publishChange } from './publish-change.ts'

/** Records that an email to a colleague bounced. The colleague then gets no further emails. Repeated bounces have no effect. */
export async function recordColleaguesBounce(trx: Transaction<Tables>, colleagueId: string): Promise<void> {
  const locked = await lockColleague(trx, colleagueId)
  if (!locked || locked.colleague.hasBounced) return
  await publishChange(trx, await setBounced(trx, colleagueId), locked.company, 'bounced')
}

/**
 * Handles a complaint about spam: a colleague who complained gets no further emails, as after leaving. Complaints of owners have no effect.
 * `returnId` is the id in the return path of the email.
 */
export async function recordComplaint(trx: Transaction<Tables>, returnId: string): Promise<void> {
  const link = await findLink(trx, returnId)
  if (link?.recipientKind === 'owner') return
  // The return path of an invitation contains the id of the colleague instead of the id of a link.
  const locked = await lockColleague(trx, link?.recipientId ?? returnId)
  if (locked) await leave(trx, locked)
}
