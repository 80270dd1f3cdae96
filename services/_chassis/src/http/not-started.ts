import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { createApp } from './app.ts'
import { type Checks, readinessOf } from './health.ts'
import { fixedKeySet } from './key-set.ts'

const LOOK_EVERY_MS = 500

interface NotStarted {
  host: string
  port: number
  checks: Checks
  log: Logger
}

/**
 * Resolves when a process has what it cannot start without. Until then it answers in its place: alive, not ready and
 * why, and 503 to everything else.
 */
export async function untilStartable({ host, port, checks, log }: NotStarted): Promise<void> {
  const look = readinessOf(checks, log)
  const isStartable = async (): Promise<boolean> => Object.keys(await look()).length === 0
  if (await isStartable()) return
  const app = await createApp({ log, keys: fixedKeySet(new Map()), isRevoked: () => true, checks })
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!routeOptions.url)
      throw new AppError('starting', 'unavailable', 'This part is being started. Please try again in a moment.', { retryAfter: 1 })
  })
  await app.listen({ host, port })
  while (!(await isStartable())) await sleep(LOOK_EVERY_MS)
  await app.close()
}
