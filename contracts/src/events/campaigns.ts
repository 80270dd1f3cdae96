import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Suspension } from '../http/suspensions.ts'
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

/** Common data of the campaign events. With these data, the notifications service writes emails without requests to other services. */
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
  data: Type.Object({
    ...dispatchFact,
    code: Type.String(),
    reason: Type.String({ description: 'a sentence' }),
    isSuspension: Type.Optional(Type.Boolean({ description: 'the company was suspended, too. The owner is told about that instead' })),
  }),
})

const suspensionFact = {
  companyProfileId: Id,
  companyName: Type.String(),
  ownerId: Id,
  scope: Suspension.properties.scope,
  campaign: Type.Optional(Type.Object({ campaignId: Id, name: Type.String() }, { description: 'only if one campaign is concerned' })),
}

export const SendingSuspended = defineEvent({
  type: 'campaigns.sending-suspended.v1',
  summary: 'The campaign emails of a company, or of one of its campaigns, are suspended. Published once for each owner concerned',
  aggregate: 'company',
  data: Type.Object({ ...suspensionFact, reason: Type.String({ description: 'a sentence' }) }),
})

export const SendingResumed = defineEvent({
  type: 'campaigns.sending-resumed.v1',
  summary: 'A suspension of which the owner was told ended, and no other suspension stops the emails',
  aggregate: 'company',
  data: Type.Object(suspensionFact),
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

export const ReviewEmailBounced = defineEvent({
  type: 'campaigns.review-email-bounced.v1',
  summary: 'A mail server reported that the address of an email with a review link does not exist (hard bounce)',
  aggregate: 'review-link',
  data: Type.Object({ reviewLinkId: Id, status: Type.String({ description: 'status code of RFC 3463, such as 5.1.1' }) }),
})

export const ReviewEmailComplained = defineEvent({
  type: 'campaigns.review-email-complained.v1',
  summary: 'The recipient of an email with a review link, or of an invitation, reported the email as spam',
  aggregate: 'review-link',
  data: Type.Object({ reviewLinkId: Id }),
})

export const ReviewReplyReceived = defineEvent({
  type: 'campaigns.review-reply-received.v1',
  summary: 'A reply to an email with a review link was received. A reply is never a decision',
  aggregate: 'review-link',
  data: Type.Object({
    reviewLinkId: Id,
    replyId: Type.String({ description: 'SHA-256 in hexadecimal; the same for each copy of the reply' }),
    from: Type.String({ description: 'email address in the header From, which can be forged; empty if the header has none' }),
    text: Type.String({ description: 'text without quoted text and signature, at most 5,000 characters; empty if there is none' }),
    hasAttachments: Type.Boolean({ description: 'the email had attachments, which were not stored' }),
    isAutomatic: Type.Boolean({ description: 'a program sent the email, for example an absence notice' }),
  }),
})
