import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { CompanyProfile } from '../http/company.ts'
import { companyFacts, Id, nullableText, oneOf } from '../primitives.ts'

export const CompanyProfileSaved = defineEvent({
  type: 'company.profile-saved.v1',
  summary:
    'A company profile was created or changed, or its state is published again to fill projections (`none`). The event contains the whole ' +
    'profile, for projections of other services',
  aggregate: 'company',
  data: Type.Object({ ownerId: Id, change: oneOf(['created', 'changed', 'none']), profile: CompanyProfile }),
})

export const CompanyManagerChanged = defineEvent({
  type: 'company.manager-changed.v1',
  summary: 'A company got another account manager, or none, or its account manager is published again to fill copies (`none`)',
  aggregate: 'company-manager',
  data: Type.Object({
    companyProfileId: Id,
    ownerId: Id,
    managerId: nullableText('id of the admin; null if the company has no account manager'),
    change: oneOf(['changed', 'none']),
  }),
})

export const CompanyNoteChanged = defineEvent({
  type: 'company.note-changed.v1',
  summary: 'An admin added, changed or removed a private note of the team on a company. Owners must not learn of it',
  aggregate: 'company-note',
  data: Type.Object({ companyProfileId: Id, ownerId: Id, noteId: Id, change: oneOf(['added', 'changed', 'removed']) }),
})

export const CompanyExportChanged = defineEvent({
  type: 'company.export-changed.v1',
  summary: 'An export of all data of a company was requested, became ready, failed, or was deleted (`expired`)',
  aggregate: 'company-export',
  data: Type.Object({
    companyProfileId: Id,
    ownerId: Id,
    exportId: Id,
    requestedBy: Type.Object({ role: oneOf(['owner', 'admin']), id: Id }),
    change: oneOf(['requested', 'ready', 'failed', 'expired']),
  }),
})

export const ErasureChanged = defineEvent({
  type: 'company.erasure-changed.v1',
  summary:
    'The erasure of a company was requested (`asked`: a link is wanted), confirmed by the owner (`waiting`), is due soon, begins, or was ' +
    'canceled by the owner (`kept`) or by an admin (`canceled`). There is no event after the erasure',
  aggregate: 'erasure',
  data: Type.Object({
    erasureId: Id,
    ...companyFacts,
    change: oneOf(['asked', 'waiting', 'soon', 'begins', 'kept', 'canceled']),
  }),
})
