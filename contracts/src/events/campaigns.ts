import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, oneOf } from '../primitives.ts'

export const AudienceWanted = defineEvent({
  type: 'campaigns.audience-wanted.v1',
  summary: 'A dispatch needs its people: whoever keeps the company’s customers reads them afresh',
  aggregate: 'dispatch',
  data: Type.Object({ dispatchId: Id, companyProfileId: Id, audience: oneOf(['Customers', 'Leads', 'All']) }),
})

export const RecipientUnsubscribed = defineEvent({
  type: 'campaigns.recipient-unsubscribed.v1',
  summary: 'Somebody wants no more mail of a company',
  aggregate: 'suppression',
  data: Type.Object({ companyProfileId: Id, email: Type.String() }),
})
