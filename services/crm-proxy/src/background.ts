import type { Figures } from '@app/chassis/db/figures.ts'
import { listen } from '@app/chassis/db/listen.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { startInterval } from '@app/chassis/start-interval.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { workChannel } from '@app/chassis/work/queue.ts'
import { purgeWork } from '@app/chassis/work/work-table.ts'
import { purgeAudiences } from './audience/audience.repository.ts'
import { startAudiences } from './audience/read-audience.ts'
import type { Tables } from './db/tables.ts'
import type { SheetDeps } from './sheet/reader.ts'
import { startSheetJobWorker } from './writes/run-sheet-job.ts'

const PURGE_MS = 60 * 60_000

export function startBackground(deps: SheetDeps & { databaseUrl: string; figures: Figures<Tables> }): () => Promise<void> {
  const { db, log, databaseUrl } = deps
  const metrics = workMetrics(deps.figures)
  const workers = [startSheetJobWorker(deps, metrics), startAudiences(deps, metrics)]
  const wake = () => {
    for (const worker of workers) worker.wake()
  }
  const channels = { [workChannel(schemaOf('crm-proxy'))]: wake }
  const listening = listen({ url: databaseUrl, log, channels, onListening: wake })
  const stopPurging = startInterval({
    ms: PURGE_MS,
    name: 'deleting expired audiences and finished jobs',
    log,
    run: () => Promise.all([purgeAudiences(db), purgeWork(db)]),
  })
  return async () => void (await Promise.all([listening.stop(), stopPurging(), ...workers.map((worker) => worker.stop())]))
}
