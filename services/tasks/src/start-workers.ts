import type { Figures } from '@app/chassis/db/figures.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { serveWorkers } from '@app/chassis/work/serve-workers.ts'
import { startWorker } from '@app/chassis/work/worker.ts'
import type { Tables } from './db/tables.ts'
import { type Completion, completionWork } from './previews/complete-files.ts'
import { type ProofreadingDeps, proofreadingWork } from './proofreading/proofread-previews.ts'
import { type ReportDeps, reportWork } from './reports/start-reports.ts'

interface WorkersOptions extends Completion, ProofreadingDeps, ReportDeps {
  databaseUrl: string
  figures: Figures<Tables>
  tracer?: Tracer
}

/** Starts the workers that complete and check previews, and prepare reports. Returns a function that stops them. */
export function startWorkers({ databaseUrl, figures, tracer, ...deps }: WorkersOptions): () => Promise<void> {
  const { db, log } = deps
  const metrics = workMetrics(figures)
  const workers = [
    startWorker({ ...completionWork(deps), metrics, tracer }),
    startWorker({ ...proofreadingWork(deps), metrics, tracer }),
    startWorker({ ...reportWork(deps), metrics, tracer }),
  ]
  return serveWorkers({ db, databaseUrl, service: 'tasks', workers, log })
}
