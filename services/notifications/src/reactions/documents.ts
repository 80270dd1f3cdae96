import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { DocumentOpened, DocumentRemoved, DocumentUploaded } from '@app/contracts/events/documents.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addPendingDocument, removePendingDocument } from '../documents/pending-digest.repository.ts'
import { addNotifications, hasNotificationAbout } from '../feed/notification.repository.ts'
import type { DocumentEventData } from '../mail/templates/documents-shared.ts'
import { companyOf, titleOf } from './names.ts'

const aboutOf = (type: string, { companyProfileId, ownerId, DocId }: DocumentEventData) => ({
  type,
  companyProfileId,
  ownerId,
  taskId: null,
  docId: DocId,
  owner: '',
})

/** Notifies the admins and adds the document to the next digest email. The owner's open screens refetch the documents. */
export async function reportDocument(trx: Transaction<Tables>, { id, type, data }: ReceivedEvent<typeof DocumentUploaded>) {
  // If a notification about this document exists, the event about its removal was handled first. The document is gone, so the admins need
  // no notification.
  if (await hasNotificationAbout(trx, data._id)) return
  const kind = data.DocViewer ? 'training document' : 'document'
  await addNotifications(trx, { ...aboutOf(type, data), admins: `${companyOf(data)} shared the ${kind} ${titleOf(data)}.` })
  await addPendingDocument(trx, id, data)
}

/** Adds no message and sends no email. Open screens refetch the document. */
export async function refreshOpened(trx: Transaction<Tables>, { type, data }: ReceivedEvent<typeof DocumentOpened>) {
  await addNotifications(trx, { ...aboutOf(type, data), admins: '' })
}

/** Removes the document from the next digest email. Open screens refetch the documents. */
export async function removeDocument(trx: Transaction<Tables>, { type, data }: ReceivedEvent<typeof DocumentRemoved>) {
  await addNotifications(trx, { ...aboutOf(type, data), admins: '', about: data._id })
  await removePendingDocument(trx, data._id)
}
