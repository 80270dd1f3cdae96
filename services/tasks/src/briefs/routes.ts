import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { seenVersionOf } from '@app/chassis/http/if-match.ts'
import { Int4, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { beforeForm, withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/task-changes.ts'
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { TASK_FILES } from '../files/task-files.ts'
import { editTask, refuseEdit } from './edit-task.ts'
import { listBriefHistory } from './list-brief-history.ts'
import { moveTask } from './move-task.ts'

const stateKey = Type.Tuple([Int4])

const seenTaskOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({ ref: request.params.id, version: seenVersionOf(request) })

export function registerBriefRoutes(app: App, deps: TasksDeps): void {
  const target = { store: deps.store, prefix: TASK_FILES }

  app.route({
    ...contract.editTask,
    handler: async (request) => {
      const [caller, idempotency] = [callerOf(request), idempotentRequestOf(request)]
      await beforeForm(request, async () => refuseEdit(deps, caller, seenTaskOf(request), idempotency))
      return withForm(request, contract.editTask, target, (form) => editTask(deps, caller, seenTaskOf(request), form, idempotency))
    },
  })

  app.route({
    ...contract.moveTask,
    handler: (request) => moveTask(deps, callerOf(request), seenTaskOf(request), request.body, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.listBriefHistory,
    handler: async (request, reply) => {
      const { limit = contract.BRIEF_PAGE_MAX, cursor, number } = request.query
      const before = readCursor(cursor, stateKey)?.[0]
      const states = await listBriefHistory(deps, callerOf(request), request.params.id, { limit: limit + 1, before, number })
      return nextPage(request, reply, states, limit, (state) => [state.number])
    },
  })
}
