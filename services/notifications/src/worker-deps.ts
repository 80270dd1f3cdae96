import type { WorkerOptions } from '@app/chassis/work/worker.ts'
import type { Tables } from './db/tables.ts'

/** What the workers of all queues need. */
export type WorkerDeps = Pick<WorkerOptions<Tables, null>, 'db' | 'metrics' | 'tracer' | 'log'>
