import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import * as contract from '@app/contracts/http/task-batches.ts'
import type { TasksDeps } from '../deps.ts'
import { findBatches } from './batch.repository.ts'
import { checkBatch } from './check-batch.ts'
import { createBatch } from './create-batch.ts'
import { undoBatch } from './undo-batch.ts'

export function registerBatchRoutes(app: App, deps: TasksDeps): void {
  app.route({ ...contract.checkTaskBatch, handler: (request) => checkBatch(deps, request.body) })

  app.route({
    ...contract.createTaskBatch,
    handler: (request) => createBatch(deps, callerOf(request), request.params.batchId, request.body),
  })

  app.route({ ...contract.listTaskBatches, handler: () => findBatches(deps.db, contract.BATCHES_MAX) })

  app.route({ ...contract.undoTaskBatch, handler: (request) => undoBatch(deps, callerOf(request), request.params.batchId) })
}
