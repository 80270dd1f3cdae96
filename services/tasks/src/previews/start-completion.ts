import type { Figures } from '@app/chassis/db/figures.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { serveWorkers } from '@app/chassis/work/serve-workers.ts'
import { startWorker } from '@app/chassis/work/worker.ts'
import type { Tables } from '../db/tables.ts'
import { type Completion, completionWork } from './complete-files.ts'

interface CompletionOptions extends Completion {
  databaseUrl: string
  figures: Figures<Tables>
  tracer?: Tracer
}

/** Starts the worker that completes the files of previews. Returns a function that stops it. */
export function startCompletion({ databaseUrl, figures, tracer, ...completion }: CompletionOptions): () => Promise<void> {
  const { db, log } = completion
  const worker = startWorker({ ...completionWork(completion), metrics: workMetrics(figures), tracer })
  return serveWorkers({ db, databaseUrl, service: 'tasks', workers: [worker], log })
}
