import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { companyFacts, Id, oneOf } from '../primitives.ts'

export const DocumentChanged = defineEvent({
  type: 'documents.document-changed.v1',
  summary: 'An owner shared or removed a document, or an admin opened it for the first time',
  aggregate: 'document',
  data: Type.Object({
    change: oneOf(['uploaded', 'opened', 'removed']),
    _id: Id,
    DocId: Type.Integer(),
    ...companyFacts,
    title: Type.String(),
    DocViewer: Type.Boolean(),
  }),
})

/** The company's photos together. Both events about photos contain it, so that `tasks` counts the photos in the quota of pictures. */
const storedBytes = Type.Integer({ description: 'size of all stored photos of the company' })

export const PhotosReceived = defineEvent({
  type: 'documents.photos-received.v1',
  summary: 'An owner sent photos. One event for all photos of a delivery',
  aggregate: 'company-photos',
  data: Type.Object({
    deliveryId: Id,
    companyProfileId: Id,
    companyName: Type.String(),
    ownerId: Id,
    count: Type.Integer(),
    taskId: Type.Optional(Type.Integer({ description: 'number of the task; absent for photos in general' })),
    title: Type.Optional(Type.String({ description: 'title of the task' })),
    storedBytes,
  }),
})

export const PhotoRemoved = defineEvent({
  type: 'documents.photo-removed.v1',
  summary: 'An owner removed a photo',
  aggregate: 'company-photos',
  data: Type.Object({ photoId: Id, companyProfileId: Id, ownerId: Id, storedBytes }),
})
