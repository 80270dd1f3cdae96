import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { CompanyProfile } from '../http/company.ts'
import { Id } from '../primitives.ts'

export const CompanyProfileSaved = defineEvent({
  type: 'company.profile-saved.v1',
  summary: 'A company profile was created or changed. The event contains the whole profile, for projections of other services',
  aggregate: 'company',
  data: Type.Object({ ownerId: Id, created: Type.Boolean(), profile: CompanyProfile }),
})

export const CompanyProfileState = defineEvent({
  type: 'company.profile-state.v1',
  summary: 'The current state of a company profile, published again to fill projections. The profile has not changed',
  aggregate: 'company',
  data: Type.Object({ ownerId: Id, profile: CompanyProfile }),
})
