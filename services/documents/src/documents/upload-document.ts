import type { Company } from '@app/chassis/companies/company-projection.ts'
import { lockCompany } from '@app/chassis/companies/company-projection.ts'
import { type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { DocumentChanged } from '@app/contracts/events/documents.ts'
import type { uploadDocument as contract, Document } from '@app/contracts/http/documents.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { DOCUMENT_FILE_REQUIRED, DOCUMENT_TITLE_REQUIRED, DOCUMENT_TYPE_UNKNOWN, documentTypeOf } from '@app/contracts/rules/documents.ts'
import { v7 as uuidv7 } from 'uuid'
import type { DocumentsDeps } from '../deps.ts'
import { insertDocument, type NewDocument } from './document.repository.ts'
import { eventPayload, toDocument } from './document.ts'
import { requireQuota } from './storage-quota.ts'

type Form = ReceivedForm<typeof contract>

/** Checks the rules that are not in the form's schema and throws 422. Returns the row of the new document. */
async function documentIn({ fields, files, acceptFiles }: Form, company: Company): Promise<NewDocument & { size: number }> {
  const { title, description = '', documentType, DocViewer } = fields
  if (isBlank(title)) throw refusedField('title', DOCUMENT_TITLE_REQUIRED)
  const received = files.document
  if (!received) throw refusedField('document', DOCUMENT_FILE_REQUIRED)
  if (documentTypeOf(received.fileName) !== documentType) throw refusedField('documentType', DOCUMENT_TYPE_UNKNOWN)
  const { document: file } = await acceptFiles()
  if (!file) throw new Error('The received document was not stored')
  return {
    id: uuidv7(),
    company_id: company.id,
    title: title.trim(),
    description: description.trim(),
    document_type: documentType,
    is_training: DocViewer === 'true',
    file: file.key,
    file_name: file.fileName,
    size: file.size,
    note: file.note,
  }
}

/** Stores a document that an owner shares. Throws 422 for an invalid form, or if the quota is used up. */
export async function uploadDocument(deps: DocumentsDeps, owner: Owner, form: Form, idempotency: IdempotentRequest) {
  const company = await ownCompany(deps, owner, form.fields.companyProfileId)
  const added = await documentIn(form, company)
  return inTransaction(deps.db, async (trx) => {
    await lockCompany(trx, company.id)
    await requireQuota(trx, deps.quota, company.id, added.size)
    const row = await insertDocument(trx, added)
    const data = eventPayload('uploaded', { ...row, ownerId: company.ownerId, companyName: company.name })
    await addEvent(trx, DocumentChanged, { aggregateId: row._id, version: row.version, data })
    const document: Document = toDocument(deps, row)
    return idempotency.storeResponse(trx, { success: true, message: 'Uploaded', document })
  })
}
