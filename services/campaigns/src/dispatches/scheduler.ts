import type { Figures } from '@app/chassis/db/figures.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import type { WorkItem } from '@app/chassis/work/attempt.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { done, type Outcome } from '@app/chassis/work/outcome.ts'
import { enqueueAgain } from '@app/chassis/work/queue.ts'
import { serveWorkers } from '@app/chassis/work/serve-workers.ts'
import { type SettledWork, startWorker } from '@app/chassis/work/worker.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isTransientError } from '../is-transient-error.ts'
import { type AdvanceDeps, advanceDispatch } from './advance-dispatch.ts'
import { dispatchSteps, findDueDispatch, findDueIds, postponeDispatch, type WorkingDispatch } from './dispatch.repository.ts'
import { recordFailure } from './failures.ts'

export interface SchedulerDeps extends AdvanceDeps {
  databaseUrl: string
  figures: Figures<Tables>
  tracer?: Tracer
}

const TICK_MS = 1_000
const BATCH = 100
const RETRY_MS = 60_000
/** Number of dispatches that one process prepares at the same time, so that a slow dispatch does not block the others. */
const CAPACITY = 4

const queueSteps = (trx: Transaction<Tables>, ids: readonly string[]): Promise<void> =>
  enqueueAgain(
    trx,
    dispatchSteps,
    ids.map((key) => ({ key, payload: null })),
  )

/** Queues the next step of all due dispatches. */
export async function queueDueDispatches({ db, now }: Pick<AdvanceDeps, 'db' | 'now'>): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    found = await inTransaction(db, async (trx) => {
      const ids = await findDueIds(trx, now(), BATCH)
      await queueSteps(trx, ids)
      return ids.length
    })
  }
}

/** Retries a step in a minute. An error that is not temporary counts: several for the same reason put the dispatch on hold. */
async function handleError({ db, log, now }: AdvanceDeps, dispatch: WorkingDispatch, error: unknown): Promise<void> {
  log.warn({ err: error, dispatch: dispatch.id }, 'cannot advance a dispatch; retrying in a minute')
  await postponeDispatch(db, dispatch, new Date(now().getTime() + RETRY_MS))
  if (isTransientError(error)) return
  const code = await recordFailure(db, dispatch, error)
  if (code)
    log.error({ err: error, dispatch: dispatch.id, fault: code }, 'a dispatch is on hold: it failed several times for the same reason')
}

/** Returns the work of running one step of a dispatch. If the dispatch is due after the step, its next step is queued at once. */
export function dispatchWork(deps: AdvanceDeps) {
  const { db, log, now } = deps
  return {
    db,
    queue: dispatchSteps,
    capacity: CAPACITY,
    log,
    async handle({ key: id, attempts }: WorkItem<null>): Promise<Outcome> {
      const dispatch = await findDueDispatch(db, id, now())
      if (dispatch) await advanceDispatch(deps, dispatch, attempts).catch((error: unknown) => handleError(deps, dispatch, error))
      return done
    },
    async onSettled(trx: Transaction<Tables>, settled: SettledWork<null>[]): Promise<void> {
      const ended = settled.filter(({ settlement }) => settlement.state === 'done')
      const due: string[] = []
      for (const { key } of ended) if (await findDueDispatch(trx, key, now())) due.push(key)
      await queueSteps(trx, due)
    },
  }
}

/** Starts processing due dispatches. Each replica does, but only one of them runs a step of a dispatch at a time. */
export function startScheduler({ databaseUrl, figures, tracer, ...deps }: SchedulerDeps): () => Promise<void> {
  const { db, log } = deps
  const worker = startWorker({ ...dispatchWork(deps), metrics: workMetrics(figures), tracer })
  const stopWorker = serveWorkers({ db, databaseUrl, service: 'campaigns', workers: [worker], log })
  const stopQueueing = startInterval({ ms: TICK_MS, name: 'queueing due dispatches', log, run: () => queueDueDispatches(deps) })
  return async () => void (await Promise.all([stopQueueing(), stopWorker()]))
}
