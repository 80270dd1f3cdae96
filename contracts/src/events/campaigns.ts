import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, oneOf } from '../primitives.ts'
import { audiences } from '../rules/campaigns.ts'

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

/** Data of all events about a campaign. Lists of notifications show the names. */
const fact = { companyProfileId: Id, companyName: Type.String(), ownerId: Id, campaignId: Id, name: Type.String() }

export const CampaignChanged = defineEvent({
  type: 'campaigns.campaign-changed.v1',
  summary:
    'A campaign was submitted, changed, paused, resumed or canceled, or the state of a dispatch changed. Screens load the campaign again',
  aggregate: 'campaign',
  data: Type.Object(fact),
})

/**
 * `late`: the dispatch still waits for the spreadsheet 15 minutes after its time, published once. `missed`: its date has passed and nothing
 * was sent. `held`: it waits until the owner or an admin fixes a problem. `done`: each email was accepted, or the report has the reason.
 */
const dispatchOutcomes = ['late', 'missed', 'held', 'done'] as const

export const DispatchReported = defineEvent({
  type: 'campaigns.dispatch-reported.v1',
  summary: 'A dispatch is late, was missed, is on hold or is done',
  aggregate: 'dispatch',
  data: Type.Object({
    ...fact,
    dispatchId: Id,
    outcome: oneOf(dispatchOutcomes),
    reason: Type.Optional(Type.String({ description: 'a sentence. Absent if the dispatch is done' })),
    isSuspension: Type.Optional(
      Type.Boolean({ description: 'the dispatch is on hold and its company was suspended, too. The owner is only told of the suspension' }),
    ),
    audience: Type.Optional(Type.Integer({ description: 'number of recipients, if the dispatch is done' })),
    accepted: Type.Optional(Type.Integer({ description: 'number of accepted emails, if the dispatch is done' })),
  }),
})

export const SuspensionChanged = defineEvent({
  type: 'campaigns.suspension-changed.v1',
  summary:
    'The campaign emails of a company, or of one of its campaigns, were suspended, or no suspension stops them any more. Published once for ' +
    'each owner who is told',
  aggregate: 'company',
  data: Type.Object({
    noticeId: Type.String({ ...Id, description: 'the same when the suspension begins and ends' }),
    companyProfileId: Id,
    ownerId: Id,
    isSuspended: Type.Boolean(),
    campaign: Type.Optional(Type.Object({ campaignId: Id, name: Type.String() }, { description: 'only if one campaign is concerned' })),
    reason: Type.Optional(Type.String({ description: 'a sentence. Absent after the end' })),
  }),
})
