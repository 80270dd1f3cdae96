import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Recipient } from '@app/contracts/http/dispatches.ts'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { CampaignsDeps } from '../deps.ts'
import { dispatchNotFound } from '../dispatches/act-on-dispatch.ts'
import { campaignOf, changeDispatch, lockDispatch } from '../dispatches/dispatch.repository.ts'
import { countsOf } from '../sending/counts.ts'
import { resolveUnknown as resolve } from '../sending/requeue.ts'
import { findRecipient } from './recipient.repository.ts'

interface RecipientDecision {
  dispatchId: string
  personId: string
  as: 'delivered' | 'send-again'
}

/**
 * Applies the owner's decision about an email with an unknown outcome. If the dispatch is already done, `send-again` makes it continue
 * sending, and `delivered` updates its counts.
 */
export async function resolveUnknown(
  { db }: CampaignsDeps,
  owner: Caller,
  { dispatchId, personId, as }: RecipientDecision,
  idempotency: IdempotentRequest,
): Promise<Recipient> {
  if (!(await campaignOf(db, dispatchId, owner.id))) throw dispatchNotFound()
  return inTransaction(db, async (trx) => {
    const dispatch = await lockDispatch(trx, dispatchId)
    const known = await findRecipient(trx, dispatchId, personId)
    if (!dispatch || !known) throw new AppError('recipient-not-found', 'not-found', 'This email was not sent to this person.')
    if (!(await resolve(trx, personId, as)))
      throw new AppError('recipient-known', 'conflict', 'We now know what happened to this email. Reload the page to see it.')
    if (dispatch.state === 'done' && as === 'send-again')
      await changeDispatch(trx, dispatchId, { state: 'sending', counts: null, finished_at: null })
    else if (dispatch.state === 'done')
      await changeDispatch(trx, dispatchId, { counts: JSON.stringify((await countsOf(trx, [dispatchId])).get(dispatchId)) })
    await publishChanged(trx, dispatch.campaignId)
    return idempotency.storeResponse(trx, (await findRecipient(trx, dispatchId, personId)) ?? known)
  })
}
