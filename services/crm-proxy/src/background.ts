import type { Figures } from '@app/chassis/db/figures.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { serveWorkers } from '@app/chassis/work/serve-workers.ts'
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
  const stopWorkers = serveWorkers({ db, databaseUrl, service: 'crm-proxy', workers, log })
  const stopPurging = startInterval({ ms: PURGE_MS, name: 'deleting expired audiences', log, run: () => purgeAudiences(db) })
  return async () => void (await Promise.all([stopWorkers(), stopPurging()]))
}
