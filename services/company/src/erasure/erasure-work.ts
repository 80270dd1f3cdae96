import type { NewWork, Queue } from '@app/chassis/work/queue.ts'

/**
 * `remind`: the owner gets an email before the erasure. `begin`: the time to keep the company is over. `erase`: the services erase their
 * data. `finish`: the services erase what has arrived since, after all tokens of the owner have expired.
 */
type ErasureStep = 'remind' | 'begin' | 'erase' | 'finish'

interface ErasureWork {
  erasureId: string
  step: ErasureStep
}

export const erasureQueue: Queue<ErasureWork> = { name: 'erasures' }

export const erasureWork = (erasureId: string, step: ErasureStep, delayMs: number): NewWork<ErasureWork> => ({
  key: `${erasureId} ${step}`,
  payload: { erasureId, step },
  delayMs,
})
