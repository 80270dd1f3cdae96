import { conflict } from '../campaigns/change-campaign.ts'
import type { DispatchAction } from './act-on-dispatch.ts'
import { changeDispatch } from './dispatch.repository.ts'

const underWay: readonly string[] = ['sending', 'done', 'cancelled']

export const skipDispatch: DispatchAction = async (trx, { id, state }) => {
  if (underWay.includes(state)) throw conflict('dispatch-under-way', 'You can skip an email only before we start sending it.')
  await changeDispatch(trx, id, { state: 'cancelled', due_at: null })
  return 'Email skipped'
}
