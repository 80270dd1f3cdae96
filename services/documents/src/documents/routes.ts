import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { callerOf, ownerIdOf, readerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { beforeForm, withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/documents.ts'
import * as Type from 'typebox'
import type { DocumentsDeps } from '../deps.ts'
import { DOCUMENT_FILES } from '../files/document-files.ts'
import { documentsOf, findDocument } from './document.repository.ts'
import { documentNotFound, toDocument } from './document.ts'
import { openDocument } from './open-document.ts'
import { removeDocument } from './remove-document.ts'
import { refuseWhenFull } from './storage-quota.ts'
import { uploadDocument } from './upload-document.ts'

const documentKey = Type.Tuple([Type.Integer()])

export function registerDocumentRoutes(app: App, deps: DocumentsDeps): void {
  const target = { store: deps.store, prefix: DOCUMENT_FILES }

  app.route({
    ...contract.listDocuments,
    handler: async (request, reply) => {
      const { companyProfileId, limit = contract.DOCUMENT_PAGE_MAX, cursor } = request.query
      const [before = Number.MAX_SAFE_INTEGER] = readCursor(cursor, documentKey) ?? []
      await requireCompany(deps, readerOf(request), companyProfileId)
      const rows = await documentsOf(deps.db, companyProfileId, { limit: limit + 1, before })
      const page = nextPage(request, reply, rows, limit, ({ DocId }) => [DocId])
      return { success: true, data: page.map((row) => toDocument(deps, row)) }
    },
  })

  app.route({
    ...contract.getDocument,
    handler: async (request) => {
      const row = await findDocument(deps.db, request.params.id, ownerIdOf(callerOf(request)))
      if (!row) throw documentNotFound()
      return { success: true, data: toDocument(deps, row) }
    },
  })

  app.route({
    ...contract.uploadDocument,
    handler: async (request, reply) => {
      await beforeForm(request, () => refuseWhenFull(deps, callerOf(request).id, idempotentRequestOf(request)))
      const response = await withForm(request, contract.uploadDocument, target, (form) =>
        uploadDocument(deps, readerOf(request), form, idempotentRequestOf(request)),
      )
      return reply.code(201).send(response)
    },
  })

  app.route({ ...contract.openDocument, handler: (request) => openDocument(deps, request.params.id, idempotentRequestOf(request)) })

  app.route({
    ...contract.removeDocument,
    handler: (request) => removeDocument(deps, callerOf(request), request.params.id, idempotentRequestOf(request)),
  })
}
