import { formatNumber } from '@app/contracts/format/numbers.ts'
import { conflict, requireActive } from '../campaigns/change-campaign.ts'
import { requeueFailed } from '../sending/requeue.ts'
import type { DispatchAction } from './act-on-dispatch.ts'
import { changeDispatch } from './dispatch.repository.ts'

/** Sends a finished dispatch again to the recipients whose email failed for a reason other than their address. */
export const sendToMissed: DispatchAction = async (trx, dispatch, campaign) => {
  requireActive(campaign)
  const count = dispatch.state === 'done' ? await requeueFailed(trx, dispatch.id) : 0
  if (count === 0) throw conflict('nobody-missed', 'There are no failed emails to send again.')
  await changeDispatch(trx, dispatch.id, { state: 'sending', counts: null, finished_at: null })
  return count === 1 ? 'We’re sending this email to one person again' : `We’re sending this email to ${formatNumber(count)} people again`
}
