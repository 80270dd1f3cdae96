import { AppError } from '@app/chassis/errors.ts'
import type { Act } from './act-on-dispatch.ts'
import { changeDispatch } from './dispatch.repository.ts'

const underWay: readonly string[] = ['sending', 'done', 'cancelled']

/** Leaves one sending out; the campaign goes on. */
export const skipDispatch: Act = async (trx, { id, state }) => {
  if (underWay.includes(state)) throw new AppError('dispatch-under-way', 'conflict', 'Only what is not under way can be left out.')
  await changeDispatch(trx, id, { state: 'cancelled', due_at: null })
  return 'It is left out'
}
