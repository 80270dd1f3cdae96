import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { beforeForm, withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/photos.ts'
import * as Type from 'typebox'
import type { DocumentsDeps } from '../deps.ts'
import { PHOTO_FILES } from '../files/document-files.ts'
import { addPhoto, recognizePhoto } from './add-photo.ts'
import { createDelivery } from './create-delivery.ts'
import { endDelivery } from './end-delivery.ts'
import { getDelivery } from './get-delivery.ts'
import { listPhotos } from './list-photos.ts'
import { findFile } from './photo.repository.ts'
import { photoNotFound, removePhoto } from './remove-photo.ts'

const photoKey = Type.Tuple([Type.Integer()])

export function registerPhotoRoutes(app: App, deps: DocumentsDeps): void {
  const target = { store: deps.store, prefix: PHOTO_FILES, hashed: true, copies: () => true }

  app.route({
    ...contract.createPhotoDelivery,
    handler: async (request, reply) =>
      reply.code(201).send(await createDelivery(deps, readerOf(request), request.body, idempotentRequestOf(request))),
  })

  app.route({
    ...contract.getPhotoDelivery,
    handler: (request) => getDelivery(deps, callerOf(request), request.params.deliveryId),
  })

  app.route({
    ...contract.uploadPhoto,
    handler: async (request, reply) => {
      const [owner, sent] = [callerOf(request), request.params]
      const known = await beforeForm(request, () => recognizePhoto(deps, owner, sent))
      if (known) {
        // The bytes are not needed. They are discarded, so that the client can read the response.
        request.raw.resume()
        return known
      }
      const arrived = await withForm(request, contract.uploadPhoto, target, (form) => addPhoto(deps, owner, sent, form))
      return reply.code(arrived.duplicateOf === undefined ? 201 : 200).send(arrived)
    },
  })

  app.route({
    ...contract.endPhotoDelivery,
    handler: (request) => endDelivery(deps, callerOf(request), request.params.deliveryId, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.removePhoto,
    handler: (request) => removePhoto(deps, callerOf(request), request.params.id, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.listPhotos,
    handler: async (request, reply) => {
      const { companyProfileId, taskId, limit = contract.PHOTO_PAGE_MAX, cursor } = request.query
      const before = readCursor(cursor, photoKey)?.[0]
      const photos = await listPhotos(deps, readerOf(request), companyProfileId, { taskId, limit: limit + 1, before })
      return nextPage(request, reply, photos, limit, ({ position }) => [position])
    },
  })

  app.route({
    ...contract.findPhotoFile,
    handler: async ({ params, query }) => {
      const file = await findFile(deps.db, params.id, query.companyProfileId)
      if (!file) throw photoNotFound()
      return file
    },
  })
}
