import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logging/logger.ts'
import { createApp } from './app.ts'
import { AppError } from './errors.ts'
import { type Checks, readinessOf } from './health.ts'
import { fixedKeySet } from './key-set.ts'

const CHECK_EVERY_MS = 500

interface NotStarted {
  host: string
  port: number
  checks: Checks
  log: Logger
}

/** Waits until all checks succeed. Until then, serves `/healthz` and `/readyz`, and responds to all other requests with 503. */
export async function untilStartable({ host, port, checks, log }: NotStarted): Promise<void> {
  const failingChecks = readinessOf(checks, log)
  const isStartable = async (): Promise<boolean> => Object.keys(await failingChecks()).length === 0
  if (await isStartable()) return
  const app = await createApp({ log, keys: fixedKeySet(new Map()), isRevoked: () => true, checks })
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!routeOptions.url)
      throw new AppError('starting', 'unavailable', 'This part of our service is starting. Please try again in a moment.', {
        retryAfter: 1,
      })
  })
  await app.listen({ host, port })
  while (!(await isStartable())) await sleep(CHECK_EVERY_MS)
  await app.close()
}
