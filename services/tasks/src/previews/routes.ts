import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { Int4, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { beforeForm, withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { withdrawPreview as withdrawPreviewContract } from '@app/contracts/http/corrections.ts'
import * as deliveries from '@app/contracts/http/preview-deliveries.ts'
import * as contract from '@app/contracts/http/previews.ts'
import { videoFrames } from '@app/contracts/rules/proofreading.ts'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { PREVIEW_FILES } from '../files/task-files.ts'
import { requireTask } from '../tasks/with-locked-task.ts'
import { checkPreview, requestPreviewCheck } from './check-preview.ts'
import { deliverPreview } from './deliver-preview.ts'
import { DRAFT_PLACE, findPreviews } from './preview.repository.ts'
import { removePreview } from './remove-preview.ts'
import { setPreviewCheck } from './set-preview-check.ts'
import { toAdminsPreview, toOwnersPreview } from './to-preview.ts'
import { refuseUpload, uploadPreview } from './upload-preview.ts'
import { withdrawPreview } from './withdraw-preview.ts'

const previewKey = Type.Tuple([Int4])

/** Whether people see the file of a form field. Frames of a video are only for the check of previews. */
const isShown = (field: string): boolean => !videoFrames.some((frame) => field.startsWith(frame))

export function registerPreviewRoutes(app: App, deps: TasksDeps): void {
  const target = { store: deps.store, prefix: PREVIEW_FILES, hashed: true, copies: isShown }

  app.route({
    ...contract.listPreviews,
    handler: async (request, reply) => {
      const { limit = contract.PREVIEW_PAGE_MAX, cursor } = request.query
      const before = readCursor(cursor, previewKey)?.[0]
      const caller = callerOf(request)
      const isAdmin = caller.role === 'admin'
      const task = await requireTask(deps, caller, request.params.id)
      const rows = await findPreviews(deps.db, task._id, { limit: limit + 1, before, forTeam: isAdmin })
      const previews = rows.map((row) => (isAdmin ? toAdminsPreview(deps, row, task) : toOwnersPreview(deps, row, task)))
      return nextPage(request, reply, previews, limit, ({ number }) => [number ?? DRAFT_PLACE])
    },
  })

  app.route({
    ...deliveries.uploadPreview,
    handler: async (request, reply) => {
      const { id } = request.params
      await beforeForm(request, () => refuseUpload(deps, id, idempotentRequestOf(request)))
      const response = await withForm(request, deliveries.uploadPreview, target, (form) =>
        uploadPreview(deps, callerOf(request), id, form, idempotentRequestOf(request)),
      )
      return reply.code(201).send(response)
    },
  })

  app.route({
    ...deliveries.requestPreviewCheck,
    handler: (request) => requestPreviewCheck(deps, callerOf(request), request.params.previewId, idempotentRequestOf(request)),
  })

  app.route({
    ...deliveries.checkPreview,
    handler: (request) => checkPreview(deps, callerOf(request), request.params.previewId, idempotentRequestOf(request)),
  })

  app.route({
    ...deliveries.deliverPreview,
    handler: (request) => deliverPreview(deps, callerOf(request), { ...request.params, ...request.query }, idempotentRequestOf(request)),
  })

  app.route({
    ...deliveries.removePreview,
    handler: (request) => removePreview(deps, callerOf(request), request.params.previewId, idempotentRequestOf(request)),
  })

  app.route({
    ...withdrawPreviewContract,
    handler: (request) => withdrawPreview(deps, callerOf(request), request.params.id, request.body, idempotentRequestOf(request)),
  })

  app.route({
    ...deliveries.setPreviewCheck,
    handler: (request) => {
      const { params, body } = request
      return setPreviewCheck(deps, callerOf(request), params.companyProfileId, body.requiresCheck, idempotentRequestOf(request))
    },
  })
}
