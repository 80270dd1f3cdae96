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
