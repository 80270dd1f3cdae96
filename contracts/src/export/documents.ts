import * as Type from 'typebox'
import { Id } from '../primitives.ts'
import { At, Count, defineExport, FileKey, Json, listOf, orNull, record, Text } from './export-kind.ts'

export const exportedDocuments = defineExport({
  name: 'documents',
  service: 'documents',
  summary: 'Documents that the owner shared',
  record: record({
    id: Id,
    docId: Type.Integer(),
    title: Text,
    description: Text,
    documentType: Text,
    isTraining: Type.Boolean(),
    file: FileKey,
    fileName: Text,
    size: Count,
    note: orNull(Text),
    openedAt: orNull(At),
    version: Type.Integer(),
    createdAt: At,
  }),
})

export const exportedPhotos = defineExport({
  name: 'photos',
  service: 'documents',
  summary: 'Photos that the owner sent. `display` and `thumbnail` are smaller copies of `file`',
  record: record({
    id: Id,
    sha256: Text,
    file: FileKey,
    display: FileKey,
    thumbnail: FileKey,
    contentType: Text,
    fileName: Text,
    size: Count,
    width: Count,
    height: Count,
    createdAt: At,
    deliveries: listOf({ deliveryId: Id, taskNumber: orNull(Type.Integer()) }),
  }),
})

export const exportedPhotoDeliveries = defineExport({
  name: 'photo-deliveries',
  service: 'documents',
  summary: 'Deliveries of photos, with the note of the owner',
  record: record({
    id: Id,
    taskNumber: orNull(Type.Integer()),
    taskTitle: orNull(Text),
    note: Text,
    photoCount: Type.Integer({ minimum: 1 }),
    quota: Json,
    createdAt: At,
    lastArrivalAt: orNull(At),
    endedAt: orNull(At),
  }),
})
