import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { DocumentsDeps } from '../deps.ts'
import { deleteDelivery, deleteUnusedDeliveries, lockDelivery, quietDeliveries } from './delivery.repository.ts'
import { end } from './end-delivery.ts'

const EVERY_MS = 60_000
const BATCH = 100

type JobDeps = Pick<DocumentsDeps, 'db' | 'log'>

/**
 * Ends the deliveries that got no photo for 30 minutes, for example because the owner closed the page, so that the admins learn of them.
 * Deletes deliveries without photos. Replicas may run this at the same time.
 */
export async function endQuietDeliveries({ db }: Pick<JobDeps, 'db'>): Promise<void> {
  for (const id of await quietDeliveries(db, BATCH)) {
    await inTransaction(db, async (trx) => {
      const delivery = await lockDelivery(trx, id, undefined)
      if (!delivery || delivery.endedAt !== null) return
      if (!(await end(trx, delivery))) await deleteDelivery(trx, id)
    })
  }
  await deleteUnusedDeliveries(db, BATCH)
}

/** Ends and deletes deliveries every minute. Returns a function that stops this. */
export const startEndingDeliveries = (deps: JobDeps): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, name: 'ending deliveries of photos', log: deps.log, run: () => endQuietDeliveries(deps) })
