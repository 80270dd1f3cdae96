import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, nullableInteger, nullableText, pageQuery, strictObject, text } from '../primitives.ts'
import { IMAGE_REFUSED } from '../rules/files.ts'
import { PHOTO_MAX_BYTES, PHOTO_NOTE_MAX } from '../rules/photos.ts'

/** The identity of a photo: the same picture of a company is stored only once. */
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the bytes as the owner has them, in hexadecimal' })

const taskId = Type.Unsafe<number | null>({ ...nullableInteger, description: 'number of the task; null for photos in general' })

/** A photo in a list. A photo that the owner sent twice is in the list twice, with the note of each delivery. */
export const Photo = Type.Object({
  _id: Id,
  deliveryId: Id,
  companyProfileId: Id,
  taskId,
  note: Type.String({ description: 'what the owner wrote about the photos of the delivery' }),
  sha256: Sha256,
  fileName: Type.String(),
  size: Type.Integer({ description: 'bytes of the stored picture' }),
  width: Type.Integer(),
  height: Type.Integer(),
  url: Type.String({ description: 'signed URL of the picture, which is upright and has no metadata' }),
  displayUrl: Type.String({ description: 'signed URL of a JPEG that is at most 1,120 pixels wide' }),
  thumbnailUrl: Type.String({ description: 'signed URL of a JPEG of at most 320 × 640 pixels' }),
  linkExpiresAt: Instant,
  sentAt: Type.String({ ...Instant, description: 'when the owner began the delivery; ISO 8601 in UTC' }),
})
export type Photo = Type.Static<typeof Photo>

export const PhotoDelivery = Type.Object({
  _id: Id,
  companyProfileId: Id,
  taskId,
  note: Type.String(),
  count: Type.Integer({ description: 'number of photos that the owner wants to send' }),
  createdAt: Instant,
  endedAt: nullableText('when the owner, or the service after 30 minutes without a photo, ended the delivery; null before'),
  photos: Type.Array(Type.Object({ _id: Id, sha256: Sha256 }), { description: 'photos that have arrived' }),
})
export type PhotoDelivery = Type.Static<typeof PhotoDelivery>

export const createPhotoDelivery = defineRoute({
  id: 'createPhotoDelivery',
  method: 'POST',
  url: '/photos',
  access: 'owner',
  idempotent: true,
  summary:
    'Begins a delivery of up to 30 photos for a task, or in general. 404 for a task of another company. 422 if there are too many photos, or ' +
    'if the quota is used up',
  schema: {
    body: strictObject({
      companyProfileId: Id,
      note: Type.Optional(text(PHOTO_NOTE_MAX)),
      taskId: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999_999, description: 'number of the task' })),
      count: Type.Integer({ minimum: 1, maximum: 1_000 }),
    }),
    response: { 201: PhotoDelivery },
  },
})

const DeliveryParams = Type.Object({ deliveryId: Id })

export const getPhotoDelivery = defineRoute({
  id: 'getPhotoDelivery',
  method: 'GET',
  url: '/photos/:deliveryId',
  access: 'signed-in',
  summary: 'Returns a delivery with the hashes of the photos that have arrived, so that a client can send the others',
  schema: { params: DeliveryParams, response: { 200: PhotoDelivery } },
})

export const ArrivedPhoto = Type.Object({
  _id: Id,
  sha256: Sha256,
  duplicateOf: Type.Optional(Type.String({ ...Id, description: 'the photo that was already stored; the same as `_id`' })),
})
export type ArrivedPhoto = Type.Static<typeof ArrivedPhoto>

export const uploadPhoto = defineRoute({
  id: 'uploadPhoto',
  method: 'PUT',
  url: '/photos/:deliveryId/:sha256',
  access: 'owner',
  summary:
    'Uploads a photo. 200 with `duplicateOf` if the company has sent the same photo before, also in another delivery. 409 with the delivery ' +
    'if it has ended. 422 if the bytes have another hash, if the delivery has all its photos, or if the quota is exceeded',
  schema: { params: Type.Object({ deliveryId: Id, sha256: Sha256 }), response: { 200: ArrivedPhoto, 201: ArrivedPhoto } },
  form: {
    fields: strictObject({}),
    files: { photo: { kind: 'image', maxBytes: PHOTO_MAX_BYTES, refusal: IMAGE_REFUSED } },
  },
})

export const endPhotoDelivery = defineRoute({
  id: 'endPhotoDelivery',
  method: 'POST',
  url: '/photos/:deliveryId/done',
  access: 'owner',
  idempotent: true,
  summary: 'Ends a delivery, and tells the admins about its photos. A delivery that has ended stays as it is. 422 if no photo has arrived',
  schema: { params: DeliveryParams, response: { 200: PhotoDelivery } },
})

export const removePhoto = defineRoute({
  id: 'removePhoto',
  method: 'DELETE',
  url: '/photos/picture/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Deletes a photo and its files, also from other deliveries of the company. Copies in tasks stay',
  schema: { params: Type.Object({ id: Id }), response: { 200: Message } },
})

export const PHOTO_PAGE_MAX = 100

export const listPhotos = defineRoute({
  id: 'listPhotos',
  method: 'GET',
  url: '/photos',
  access: 'signed-in',
  summary: 'Lists photos of a company, newest first. 404 for a company of another owner',
  schema: {
    querystring: Type.Object({
      companyProfileId: Id,
      taskId: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999_999, description: 'only photos for this task' })),
      ...pageQuery(PHOTO_PAGE_MAX).properties,
    }),
    response: { 200: Type.Array(Photo) },
  },
})

/** The file of a photo in the file store. */
export const PhotoFile = Type.Object({ key: Type.String(), contentType: Type.String(), size: Type.Integer() })
export type PhotoFile = Type.Static<typeof PhotoFile>

export const findPhotoFile = defineRoute({
  id: 'findPhotoFile',
  method: 'GET',
  url: '/internal/photos/:id',
  access: 'admin',
  internal: true,
  summary: 'Returns where the file of a photo is, so that `tasks` can copy it for an admin. 404 for a photo of another company',
  schema: {
    params: Type.Object({ id: Id }),
    querystring: Type.Object({ companyProfileId: Id }),
    response: { 200: PhotoFile },
  },
})
