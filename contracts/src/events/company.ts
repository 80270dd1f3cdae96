import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { CompanyProfile } from '../http/company.ts'
import { Id } from '../primitives.ts'

export const CompanyProfileSaved = defineEvent({
  type: 'company.profile-saved.v1',
  summary: 'A company profile was created or changed; carries the whole profile, so that readers keep a projection',
  aggregate: 'company',
  data: Type.Object({ ownerId: Id, created: Type.Boolean(), profile: CompanyProfile }),
})

export const CompanyProfileState = defineEvent({
  type: 'company.profile-state.v1',
  summary: 'A company profile as it is, sent again so that readers fill their projections; nothing happened',
  aggregate: 'company',
  data: Type.Object({ ownerId: Id, profile: CompanyProfile }),
})
