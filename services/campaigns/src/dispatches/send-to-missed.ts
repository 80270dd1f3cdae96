import { conflict, requireActive } from '../campaigns/change-campaign.ts'
import { requeueFailed } from '../sending/requeue.ts'
import type { DispatchAction } from './act-on-dispatch.ts'
import { changeDispatch } from './dispatch.repository.ts'

/** Of a sending that is done: tries again whom it did not get to, and may. */
export const sendToMissed: DispatchAction = async (trx, dispatch, campaign) => {
  requireActive(campaign)
  const count = dispatch.state === 'done' ? await requeueFailed(trx, dispatch.id) : 0
  if (count === 0) throw conflict('nobody-missed', 'There is nobody it could be sent to again.')
  await changeDispatch(trx, dispatch.id, { state: 'sending', counts: null, finished_at: null })
  return count === 1 ? 'It is sent to one person again' : `It is sent to ${count.toLocaleString('en-US')} people again`
}
