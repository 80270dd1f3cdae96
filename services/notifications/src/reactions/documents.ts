import type { DocumentChanged } from '@app/contracts/events/documents.ts'
import { addToDigest, removeDocument } from '../documents/digest-document.repository.ts'
import { addNotifications, hasNotificationAbout } from '../feed/notification.repository.ts'
import { companyOf, titleOf } from './names.ts'
import type { Reaction } from './reaction.ts'

/**
 * Makes open screens refetch the documents. Notifies the admins about a new document, and adds it to the next digest. A removed document is
 * removed from the digest.
 */
export const reportDocument: Reaction<typeof DocumentChanged> = async (trx, { type, data }) => {
  const { change, _id, DocId, companyProfileId, ownerId, DocViewer } = data
  // If a notification about this document exists, the event about its removal was handled first, and the admins need no notification.
  const isNew = change === 'uploaded' && !(await hasNotificationAbout(trx, _id))
  await addNotifications(trx, {
    type,
    companyProfileId,
    docId: DocId,
    ownerId,
    admins: isNew ? `${companyOf(data)} shared the ${DocViewer ? 'training document' : 'document'} ${titleOf(data)}.` : '',
    ...(change === 'removed' && { about: _id }),
  })
  if (isNew) await addToDigest(trx, { topic: 'documents-shared', companyProfileId, userId: null }, { id: _id })
  if (change === 'removed') await removeDocument(trx, _id)
}
