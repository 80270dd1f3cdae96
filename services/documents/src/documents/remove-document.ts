import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { DocumentChanged } from '@app/contracts/events/documents.ts'
import type { DocumentsDeps } from '../deps.ts'
import { deleteDocument, lockDocument } from './document.repository.ts'
import { documentNotFound, eventPayload } from './document.ts'

export async function removeDocument(
  deps: DocumentsDeps,
  owner: Caller,
  id: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { file, reply } = await inTransaction(deps.db, async (trx) => {
    const document = await lockDocument(trx, id, owner.id)
    if (!document) throw documentNotFound()
    await deleteDocument(trx, document._id)
    await addEvent(trx, DocumentChanged, {
      aggregateId: document._id,
      version: document.version + 1,
      data: eventPayload('removed', document),
    })
    return { file: document.file, reply: await idempotency.storeResponse(trx, { message: 'Document removed' }) }
  })
  await removeUnreferencedFiles(deps, [file])
  return reply
}
