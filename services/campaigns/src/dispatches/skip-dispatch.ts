import { conflict } from '../campaigns/change-campaign.ts'
import type { DispatchAction } from './act-on-dispatch.ts'
import { changeDispatch } from './dispatch.repository.ts'

const underWay: readonly string[] = ['sending', 'done', 'cancelled']

/** Leaves one sending out; the campaign goes on. */
export const skipDispatch: DispatchAction = async (trx, { id, state }) => {
  if (underWay.includes(state)) throw conflict('dispatch-under-way', 'Only what is not under way can be left out.')
  await changeDispatch(trx, id, { state: 'cancelled', due_at: null })
  return 'It is left out'
}
