import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, Instant, oneOf } from '../primitives.ts'
import { audiences, stepTypes } from '../rules/campaigns.ts'

export const AudienceWanted = defineEvent({
  type: 'campaigns.audience-wanted.v1',
  summary: 'A dispatch needs its audience: the service with the company’s customers reads the spreadsheet again',
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

/** Data of all campaign events. It is sufficient to write an email without further requests. */
const fact = { companyProfileId: Id, companyName: Type.String(), ownerId: Id, campaignId: Id, name: Type.String() }

/** Additional data of events about a dispatch, which is one sending of a step. */
const dispatchFact = {
  ...fact,
  dispatchId: Id,
  stepType: oneOf(stepTypes),
  date: Type.String({ description: 'YYYY-MM-DD' }),
}

export const CampaignChanged = defineEvent({
  type: 'campaigns.campaign-changed.v1',
  summary: 'A campaign was submitted, changed, paused, resumed or cancelled, or the state of a dispatch changed. Screens load it again',
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
  summary: 'The day of a dispatch is over and nothing was sent. The owner can send it now',
  aggregate: 'dispatch',
  data: Type.Object({ ...dispatchFact, reason: Type.String({ description: 'a sentence' }) }),
})

export const DispatchHeld = defineEvent({
  type: 'campaigns.dispatch-held.v1',
  summary: 'A dispatch is held until the owner or an admin fixes a problem',
  aggregate: 'dispatch',
  data: Type.Object({ ...dispatchFact, code: Type.String(), reason: Type.String({ description: 'a sentence' }) }),
})

export const DispatchDone = defineEvent({
  type: 'campaigns.dispatch-done.v1',
  summary: 'A dispatch is complete: each email was accepted, or the report contains the reason why not',
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
