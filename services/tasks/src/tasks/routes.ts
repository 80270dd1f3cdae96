import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { isNotModified } from '@app/chassis/http/not-modified.ts'
import { readCursor, setNextLink } from '@app/chassis/http/paging.ts'
import { beforeForm, withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { adminRemoveTask as adminRemoveTaskContract, undoLaunch as undoLaunchContract } from '@app/contracts/http/corrections.ts'
import { decideTasks as decideTasksContract } from '@app/contracts/http/decide-tasks.ts'
import { launchTasks as launchTasksContract } from '@app/contracts/http/launch-tasks.ts'
import { remindTask as remindTaskContract, remindTasks as remindTasksContract } from '@app/contracts/http/remind-task.ts'
import * as contract from '@app/contracts/http/tasks.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { PREVIEW_FILES, TASK_FILES } from '../files/task-files.ts'
import { refuseUpload } from '../previews/upload-preview.ts'
import { adminCreateTask } from './admin-create-task.ts'
import { createTask } from './create-task.ts'
import { decideTasks } from './decide-tasks.ts'
import { addFeedback } from './give-feedback.ts'
import { launchTasks } from './launch-tasks.ts'
import { type Listing, prepareListTasks } from './list-tasks.ts'
import { remindTask } from './remind-task.ts'
import { remindTasks } from './remind-tasks.ts'
import { adminRemoveTask, removeTask } from './remove-task.ts'
import { toTask } from './task-row.ts'
import { undoLaunch } from './undo-launch.ts'
import { updateTask } from './update-task.ts'
import { uploadTaskImage } from './upload-task-image.ts'
import { requireTask } from './with-locked-task.ts'

const taskKey = Type.Tuple([Type.Integer()])

export function registerTaskRoutes(app: App, deps: TasksDeps): void {
  const listTasks = prepareListTasks(deps)
  const target = { store: deps.store, prefix: TASK_FILES }
  const previewTarget = { store: deps.store, prefix: PREVIEW_FILES, hashed: true }

  app.route({
    ...contract.listTasks,
    handler: async (request, reply) => {
      const { limit = contract.TASK_PAGE_MAX, cursor } = request.query
      const before = readCursor(cursor, taskKey)?.[0]
      const knownEtag = request.headers['if-none-match']
      return sendList(
        request,
        reply,
        limit,
        await listTasks(readerOf(request), request.params.companyProfileId, { limit, before, knownEtag }),
      )
    },
  })

  app.route({
    ...contract.getTask,
    handler: async (request) => toTask(await requireTask(deps, callerOf(request), request.params.id), deps.store.publicUrl),
  })

  app.route({
    ...contract.createTask,
    handler: async (request, reply) => {
      const task = await withForm(request, contract.createTask, target, (form) =>
        createTask(deps, readerOf(request), form, idempotentRequestOf(request)),
      )
      return reply.code(201).send(task)
    },
  })

  app.route({
    ...contract.adminCreateTask,
    handler: async (request, reply) => {
      const task = await withForm(request, contract.adminCreateTask, target, (form) =>
        adminCreateTask(deps, form, idempotentRequestOf(request)),
      )
      return reply.code(201).send(task)
    },
  })

  app.route({
    ...contract.updateTask,
    handler: (request) => updateTask(deps, callerOf(request), request.params.id, request.body, idempotentRequestOf(request)),
  })

  app.route({ ...decideTasksContract, handler: (request) => decideTasks(deps, callerOf(request), request.body) })

  app.route({
    ...contract.addFeedback,
    handler: (request) =>
      withForm(request, contract.addFeedback, target, (form) =>
        addFeedback(deps, callerOf(request), request.params.id, form, idempotentRequestOf(request)),
      ),
  })

  app.route({
    ...contract.removeTask,
    handler: (request) => removeTask(deps, callerOf(request), request.params.id, idempotentRequestOf(request)),
  })

  app.route({ ...launchTasksContract, handler: (request) => launchTasks(deps, callerOf(request), request.body) })

  app.route({
    ...undoLaunchContract,
    handler: (request) => undoLaunch(deps, callerOf(request), request.params.id, request.body, idempotentRequestOf(request)),
  })

  app.route({
    ...adminRemoveTaskContract,
    handler: (request) => adminRemoveTask(deps, callerOf(request), request.params.id, request.body, idempotentRequestOf(request)),
  })

  app.route({
    ...remindTaskContract,
    handler: (request) => remindTask(deps, callerOf(request), request.params.id, idempotentRequestOf(request)),
  })

  app.route({ ...remindTasksContract, handler: (request) => remindTasks(deps, callerOf(request), request.body) })

  app.route({
    ...contract.uploadTaskImage,
    handler: async (request) => {
      const { id } = request.params
      await beforeForm(request, () => refuseUpload(deps, id, idempotentRequestOf(request)))
      return withForm(request, contract.uploadTaskImage, previewTarget, async ({ acceptFiles }) => {
        const { image } = await acceptFiles()
        return uploadTaskImage(deps, callerOf(request), id, image, idempotentRequestOf(request))
      })
    },
  })
}

async function sendList(request: FastifyRequest, reply: FastifyReply, limit: number, { etag, json, next }: Listing): Promise<FastifyReply> {
  if (isNotModified(request, reply, etag)) return reply.code(304).send()
  if (next !== undefined) setNextLink(request, reply, limit, [next])
  return reply.type('application/json; charset=utf-8').send(json)
}
