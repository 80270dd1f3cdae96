import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { lockCampaign } from '../campaigns/campaign.repository.ts'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { CampaignsDeps } from '../deps.ts'
import { lockInState } from '../dispatches/dispatch.repository.ts'
import { missDispatch } from '../dispatches/stop-dispatch.ts'
import { isTooLate, STOPPED_TOO_LONG } from '../dispatches/window.ts'
import { notifyOfRelease } from './notify-owners.ts'
import { deleteSuspension, type SuspensionTarget, suspendedCampaigns } from './suspension.repository.ts'

/** Releases a suspension and notifies the owners. Started dispatches whose day is over become `missed`: only owners decide to send late. */
export const releaseSuspension = (
  deps: CampaignsDeps,
  target: SuspensionTarget,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> =>
  inTransaction(deps.db, async (trx) => {
    if (!(await deleteSuspension(trx, target)))
      throw new AppError('suspension-not-found', 'not-found', 'This suspension no longer exists. Another admin may have ended it.')
    for (const campaignId of await suspendedCampaigns(trx, target)) {
      await lockCampaign(trx, campaignId)
      for (const dispatch of await lockInState(trx, campaignId, 'sending'))
        if (isTooLate(dispatch, deps)) await missDispatch(trx, dispatch, STOPPED_TOO_LONG)
      await publishChanged(trx, campaignId)
    }
    await notifyOfRelease(trx, target)
    return idempotency.storeResponse(trx, { message: 'Sending resumed' })
  })
