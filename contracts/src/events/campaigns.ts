import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, Instant, oneOf } from '../primitives.ts'
import { audiences, stepTypes } from '../rules/campaigns.ts'

export const AudienceWanted = defineEvent({
  type: 'campaigns.audience-wanted.v1',
  summary: 'A dispatch needs its audience. crm-proxy then reads the company’s spreadsheet again',
  aggregate: 'dispatch',
  data: Type.Object({
    dispatchId: Id,
    companyProfileId: Id,
    audience: oneOf(audiences),
    notBefore: Type.Optional(Type.String({ description: 'the audience must have been read after this time; ISO 8601 in UTC' })),
  }),
})

export const RecipientUnsubscribed = defineEvent({
  type: 'campaigns.recipient-unsubscribed.v1',
  summary: 'A recipient unsubscribed from the emails of a company',
  aggregate: 'suppression',
  data: Type.Object({ companyProfileId: Id, email: Type.String() }),
})

/** Common data of the campaign events, so that an email about an event can be written without further requests. */
const fact = { companyProfileId: Id, companyName: Type.String(), ownerId: Id, campaignId: Id, name: Type.String() }

const dispatchFact = {
  ...fact,
  dispatchId: Id,
  stepType: oneOf(stepTypes),
  date: Type.String({ description: 'YYYY-MM-DD' }),
}

export const CampaignChanged = defineEvent({
  type: 'campaigns.campaign-changed.v1',
  summary:
    'A campaign was submitted, changed, paused, resumed or canceled, or the state of a dispatch changed. Screens load the campaign again',
  aggregate: 'campaign',
  data: Type.Object(fact),
})

export const DispatchLate = defineEvent({
  type: 'campaigns.dispatch-late.v1',
  summary: 'A dispatch still waits for the spreadsheet 15 minutes after its time. Published once per dispatch',
  aggregate: 'dispatch',
  data: Type.Object({ ...dispatchFact, reason: Type.String({ description: 'a sentence' }), until: Instant }),
})

export const DispatchMissed = defineEvent({
  type: 'campaigns.dispatch-missed.v1',
  summary: 'The date of a dispatch has passed and nothing was sent. The owner can send it now',
  aggregate: 'dispatch',
  data: Type.Object({ ...dispatchFact, reason: Type.String({ description: 'a sentence' }) }),
})

export const DispatchHeld = defineEvent({
  type: 'campaigns.dispatch-held.v1',
  summary: 'A dispatch waits until the owner or an admin fixes a problem',
  aggregate: 'dispatch',
  data: Type.Object({ ...dispatchFact, code: Type.String(), reason: Type.String({ description: 'a sentence' }) }),
})

export const DispatchDone = defineEvent({
  type: 'campaigns.dispatch-done.v1',
  summary: 'A dispatch is complete. Each email was accepted, or the report contains the reason why it was not',
  aggregate: 'dispatch',
  data: Type.Object({
    ...dispatchFact,
    audience: Type.Integer(),
    accepted: Type.Integer(),
    failed: Type.Integer(),
    suppressed: Type.Integer(),
    maybeTwice: Type.Integer(),
  }),
})
