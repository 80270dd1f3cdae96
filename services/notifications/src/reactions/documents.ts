import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { DocumentChanged } from '@app/contracts/events/documents.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addDocument, removeDocument } from '../documents/digest-document.repository.ts'
import { addNotifications, hasNotificationAbout } from '../feed/notification.repository.ts'
import { companyOf, titleOf } from './names.ts'

/**
 * Makes open screens refetch the documents. Notifies the admins about a new document, and adds it to the next digest. A removed document is
 * removed from the digest.
 */
export async function reportDocument(trx: Transaction<Tables>, { type, data }: ReceivedEvent<typeof DocumentChanged>): Promise<void> {
  const { change, _id, DocId, companyProfileId, ownerId, DocViewer } = data
  // If a notification about this document exists, the event about its removal was handled first, and the admins need no notification.
  const isNew = change === 'uploaded' && !(await hasNotificationAbout(trx, _id))
  await addNotifications(trx, {
    type,
    companyProfileId,
    taskId: null,
    docId: DocId,
    ownerId,
    owner: '',
    admins: isNew ? `${companyOf(data)} shared the ${DocViewer ? 'training document' : 'document'} ${titleOf(data)}.` : '',
    ...(change === 'removed' && { about: _id }),
  })
  if (isNew) await addDocument(trx, companyProfileId, _id)
  if (change === 'removed') await removeDocument(trx, _id)
}
