import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, Instant, oneOf } from '../primitives.ts'
import { audiences, stepTypes } from '../rules/campaigns.ts'

export const AudienceWanted = defineEvent({
  type: 'campaigns.audience-wanted.v1',
  summary: 'A dispatch needs its people: whoever keeps the company’s customers reads them afresh',
  aggregate: 'dispatch',
  data: Type.Object({
    dispatchId: Id,
    companyProfileId: Id,
    audience: oneOf(audiences),
    notBefore: Type.Optional(Type.String({ description: 'what was read for it before this is not taken; ISO 8601 in UTC' })),
  }),
})

export const RecipientUnsubscribed = defineEvent({
  type: 'campaigns.recipient-unsubscribed.v1',
  summary: 'Somebody wants no more mail of a company',
  aggregate: 'suppression',
  data: Type.Object({ companyProfileId: Id, email: Type.String() }),
})

/** What every event about a campaign says, enough to write a mail without asking back. */
const fact = { companyProfileId: Id, companyName: Type.String(), ownerId: Id, campaignId: Id, name: Type.String() }

/** And about one sending of a step. */
const dispatchFact = {
  ...fact,
  dispatchId: Id,
  stepType: oneOf(stepTypes),
  date: Type.String({ description: 'YYYY-MM-DD' }),
}

export const CampaignChanged = defineEvent({
  type: 'campaigns.campaign-changed.v1',
  summary: 'A campaign was submitted, changed, paused, resumed, cancelled, or one of its sendings moved on: screens fetch it again',
  aggregate: 'campaign',
  data: Type.Object(fact),
})

export const DispatchLate = defineEvent({
  type: 'campaigns.dispatch-late.v1',
  summary: 'A quarter of an hour after its time a sending still waits for the spreadsheet; said once',
  aggregate: 'dispatch',
  data: Type.Object({ ...dispatchFact, reason: Type.String({ description: 'a sentence' }), until: Instant }),
})

export const DispatchMissed = defineEvent({
  type: 'campaigns.dispatch-missed.v1',
  summary: 'The day of a sending is over and nothing was sent; the owner may send it now',
  aggregate: 'dispatch',
  data: Type.Object({ ...dispatchFact, reason: Type.String({ description: 'a sentence' }) }),
})

export const DispatchHeld = defineEvent({
  type: 'campaigns.dispatch-held.v1',
  summary: 'A sending waits for somebody to mend something',
  aggregate: 'dispatch',
  data: Type.Object({ ...dispatchFact, code: Type.String(), reason: Type.String({ description: 'a sentence' }) }),
})

export const DispatchDone = defineEvent({
  type: 'campaigns.dispatch-done.v1',
  summary: 'Everybody of a sending got the mail or stands in the report with the reason',
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
