import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/errors.ts'
import type { Once } from '@app/chassis/idempotency/once.ts'
import { lockCampaign } from '../campaigns/campaign.repository.ts'
import { tellChanged } from '../campaigns/tell-changed.ts'
import type { CampaignsDeps } from '../deps.ts'
import { lockSending } from '../dispatches/dispatch.repository.ts'
import { missDispatch } from '../dispatches/miss-dispatch.ts'
import { isTooLate, STOPPED_TOO_LONG } from '../dispatches/window.ts'
import { type BrakeTarget, campaignsStopped, deleteBrake } from './brake.repository.ts'

/**
 * An admin lets sending go on. What had begun on a day that is over is missed, rather than sent late; for what had not, the
 * scheduler finds the same.
 */
export const releaseBrake = (deps: CampaignsDeps, target: BrakeTarget, once: Once): Promise<{ message: string }> =>
  inTransaction(deps.db, async (trx) => {
    if (!(await deleteBrake(trx, target))) throw new AppError('brake-not-found', 'not-found', 'There is no such brake.')
    for (const campaignId of await campaignsStopped(trx, target)) {
      await lockCampaign(trx, campaignId)
      for (const dispatch of await lockSending(trx, campaignId))
        if (isTooLate(dispatch, deps)) await missDispatch(trx, dispatch, STOPPED_TOO_LONG)
      await tellChanged(trx, campaignId)
    }
    return once.answer(trx, { message: 'Sending goes on' })
  })
