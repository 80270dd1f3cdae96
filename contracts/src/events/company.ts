import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { CompanyProfile } from '../http/company.ts'
import { Id, oneOf } from '../primitives.ts'

export const CompanyProfileSaved = defineEvent({
  type: 'company.profile-saved.v1',
  summary:
    'A company profile was created or changed, or its state is published again to fill projections (`none`). The event contains the whole ' +
    'profile, for projections of other services',
  aggregate: 'company',
  data: Type.Object({ ownerId: Id, change: oneOf(['created', 'changed', 'none']), profile: CompanyProfile }),
})
