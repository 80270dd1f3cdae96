import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, IMAGE_MAX_BYTES, Instant, Message, nullableText, oneOf, pageQuery, text } from '../primitives.ts'
import { audiences, campaignCategories, STEP_BODY_MAX, STEP_SUBJECT_MAX, stepTypes } from '../rules/campaigns.ts'
import { IMAGE_REFUSED } from '../rules/files.ts'
import { AudienceSkipped } from './audience.ts'

const nullable = <T extends Type.TSchema>(schema: T) => Type.Unsafe<Type.Static<T> | null>({ ...schema, type: ['object', 'null'] })
const NullableInstant = nullableText('ISO 8601 in UTC')
const Count = Type.Integer({ minimum: 0 })

export const CampaignStep = Type.Object({
  _id: Id,
  type: oneOf(stepTypes),
  date: nullableText('YYYY-MM-DD; null in a recurring campaign'),
  subject: Type.String(),
  body: Type.String({ description: 'plain text; an empty line ends a paragraph' }),
  attachmentUrl: nullableText('address of the image, which does not change'),
  attachmentName: nullableText('as it was uploaded'),
  isSent: Type.Boolean({ description: 'a sending of it has begun: its words stand' }),
  version: Type.Integer(),
})
export type CampaignStep = Type.Static<typeof CampaignStep>

/** `active`: what is to come will be sent. `done`: nothing is to come. */
export const campaignStates = ['active', 'paused', 'cancelled', 'done'] as const

/** Why nothing is sent at the moment although nobody of the company stopped it. */
export const Brake = Type.Object({
  scope: oneOf(['all', 'company', 'campaign']),
  reason: Type.String({ description: 'a sentence for the owner' }),
  since: Instant,
})
export type Brake = Type.Static<typeof Brake>

export const Campaign = Type.Object({
  _id: Id,
  companyProfileId: Id,
  name: Type.String(),
  audience: oneOf(audiences),
  campaignCategory: oneOf(campaignCategories),
  startDate: nullableText('YYYY-MM-DD; of a recurring campaign'),
  endDate: nullableText('YYYY-MM-DD; of a recurring campaign'),
  campaignDetailsListArray: Type.Array(CampaignStep),
  steps: Type.Array(CampaignStep, { description: 'the same' }),
  state: oneOf(campaignStates),
  nextSendAt: NullableInstant,
  createdAt: Instant,
})
export type Campaign = Type.Static<typeof Campaign>

/**
 * One sending of a step. `scheduled` → `gathering` (its people are read) → `sending` → `done`. Aside: `waiting` (the sheet, or an image, is
 * away; tried again), `held` (something must be mended first, `reason`), `paused`, `missed` (its day is over), `cancelled`.
 */
export const dispatchStates = ['scheduled', 'gathering', 'sending', 'done', 'waiting', 'held', 'paused', 'missed', 'cancelled'] as const
export type DispatchState = (typeof dispatchStates)[number]

/** What became of the mail to one person. `unknown`: it left, and no answer came; it is settled by later evidence, or sent once more. */
export const deliveryStates = ['queued', 'accepted', 'failed', 'suppressed', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const Dispatch = Type.Object({
  _id: Id,
  stepId: Id,
  date: Type.String({ description: 'YYYY-MM-DD' }),
  sendsAt: Instant,
  state: oneOf(dispatchStates),
  code: nullableText('of the reason, for programs'),
  reason: nullableText('a sentence, where it waits, is held or missed'),
  asOf: nullableText('when the spreadsheet was read; ISO 8601 in UTC'),
  audience: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'addresses; null until they were read' }),
  skipped: nullable(AudienceSkipped),
  counts: Type.Object({
    queued: Count,
    accepted: Count,
    failed: Count,
    suppressed: Count,
    unknown: Count,
    maybeTwice: Count,
    bounced: Count,
    complained: Count,
    unsubscribed: Count,
  }),
  startedAt: NullableInstant,
  finishedAt: NullableInstant,
})
export type Dispatch = Type.Static<typeof Dispatch>

export const CampaignDetail = Type.Object({
  ...Campaign.properties,
  companyName: Type.String(),
  dispatches: Type.Array(Dispatch, { description: 'in the order of their dates, those of a year ahead' }),
  brake: nullable(Brake),
})
export type CampaignDetail = Type.Static<typeof CampaignDetail>

export const CAMPAIGN_PAGE_MAX = 200
export const PEOPLE_PAGE_MAX = 200
export const SUPPRESSION_PAGE_MAX = 200

const CampaignParams = Type.Object({ id: Id })
const StepParams = Type.Object({ id: Id, stepId: Id })
const CompanyParams = Type.Object({ companyProfileId: Id })
const OneCampaign = Type.Object({ message: Type.String(), campaign: CampaignDetail })

const attachment = { kind: 'mail-image', maxBytes: IMAGE_MAX_BYTES, refusal: IMAGE_REFUSED } as const

export const listCampaigns = defineRoute({
  id: 'listCampaigns',
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/company/:companyProfileId',
  access: 'signed-in',
  summary: 'Campaigns of one company, newest first. 404 for a company that is not the caller’s',
  schema: {
    params: CompanyParams,
    querystring: pageQuery(CAMPAIGN_PAGE_MAX),
    response: { 200: Type.Array(Campaign) },
  },
})

export const createCampaign = defineRoute({
  id: 'createCampaign',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign',
  access: 'owner',
  idempotent: true,
  summary:
    'Submit a campaign. `stepsJson`: an array of {type, date, subject, body}; `stepAttachment_<index>`: the image of that step. 422 with the specified sentence for what is missing; 415 for what is no image',
  schema: { response: { 201: OneCampaign } },
  form: {
    fields: Type.Object(
      {
        companyProfileId: Type.Optional(text(100)),
        name: Type.Optional(text(1_000)),
        audience: Type.Optional(text(100)),
        campaignCategory: Type.Optional(text(100)),
        startDate: Type.Optional(text(100)),
        endDate: Type.Optional(text(100)),
        stepsJson: Type.Optional(text(400_000)),
      },
      { additionalProperties: false },
    ),
    files: {
      stepAttachment_0: attachment,
      stepAttachment_1: attachment,
      stepAttachment_2: attachment,
      stepAttachment_3: attachment,
      stepAttachment_4: attachment,
      stepAttachment_5: attachment,
      stepAttachment_6: attachment,
      stepAttachment_7: attachment,
    },
  },
})

export const getCampaign = defineRoute({
  id: 'getCampaign',
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/:id',
  access: 'signed-in',
  summary: 'One campaign with its sendings and their counts',
  schema: { params: CampaignParams, response: { 200: CampaignDetail } },
})

export const changeStep = defineRoute({
  id: 'changeStep',
  service: 'campaigns',
  method: 'PUT',
  url: '/campaign/:id/steps/:stepId',
  access: 'owner',
  idempotent: true,
  summary:
    'Change the date (Special Event), subject or body of a step. A step that is sent already keeps its words (409); of a recurring one they hold for what is to come. 409 when `version` is not the step’s',
  schema: {
    params: StepParams,
    body: Type.Object(
      {
        version: Type.Integer(),
        date: Type.Optional(text(10)),
        subject: Type.Optional(text(STEP_SUBJECT_MAX)),
        body: Type.Optional(text(STEP_BODY_MAX)),
      },
      { additionalProperties: false },
    ),
    response: { 200: OneCampaign },
  },
})

export const pauseCampaign = defineRoute({
  id: 'pauseCampaign',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/:id/pause',
  access: 'owner',
  idempotent: true,
  summary: 'Send nothing more of it until it is resumed; at once, in the middle of a sending',
  schema: { params: CampaignParams, response: { 200: OneCampaign } },
})

export const resumeCampaign = defineRoute({
  id: 'resumeCampaign',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/:id/resume',
  access: 'owner',
  idempotent: true,
  summary: 'Go on. What was to be sent on days that are over meanwhile is missed',
  schema: { params: CampaignParams, response: { 200: OneCampaign } },
})

export const cancelCampaign = defineRoute({
  id: 'cancelCampaign',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/:id/cancel',
  access: 'owner',
  idempotent: true,
  summary: 'Send nothing more of it, ever; what is under way ends with the mails that were handed over',
  schema: { params: CampaignParams, response: { 200: OneCampaign } },
})

const DispatchParams = Type.Object({ id: Id })

export const sendNow = defineRoute({
  id: 'sendNow',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/dispatches/:id/send-now',
  access: 'owner',
  idempotent: true,
  summary: 'Send what was missed or is held, from now on. 409 in any other state',
  schema: { params: DispatchParams, response: { 200: OneCampaign } },
})

export const sendToMissed = defineRoute({
  id: 'sendToMissed',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/dispatches/:id/send-to-missed',
  access: 'owner',
  idempotent: true,
  summary:
    'Of a sending that is done: try again whom the mail did not get to (failed, and not about their address); never whom it did. 409 where there is nobody',
  schema: { params: DispatchParams, response: { 200: OneCampaign } },
})

export const skipDispatch = defineRoute({
  id: 'skipDispatch',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/dispatches/:id/skip',
  access: 'owner',
  idempotent: true,
  summary: 'Leave this one sending out; the campaign goes on',
  schema: { params: DispatchParams, response: { 200: OneCampaign } },
})

/** One person of a sending. */
export const Recipient = Type.Object({
  _id: Id,
  email: Type.String(),
  name: Type.String(),
  state: oneOf(deliveryStates),
  code: nullableText('what the relay said, in codes, or why it was not sent'),
  reason: nullableText('the same, in words for the owner'),
  maybeTwice: Type.Boolean({ description: 'nobody knows whether the first try had arrived' }),
  attempts: Type.Integer(),
  settledAt: NullableInstant,
  bouncedAt: NullableInstant,
  complainedAt: NullableInstant,
  unsubscribedAt: NullableInstant,
})
export type Recipient = Type.Static<typeof Recipient>

/** What people are looked for by: their state, or what came after it. */
export const recipientFilters = [...deliveryStates, 'maybe-twice', 'bounced', 'complained', 'unsubscribed'] as const

export const listRecipients = defineRoute({
  id: 'listRecipients',
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/dispatches/:id/people',
  access: 'signed-in',
  summary: 'People of a sending, in the order they were read',
  schema: {
    params: DispatchParams,
    querystring: Type.Object({
      only: Type.Optional(oneOf(recipientFilters)),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'part of an address' })),
      ...pageQuery(PEOPLE_PAGE_MAX).properties,
    }),
    response: { 200: Type.Array(Recipient) },
  },
})

export const downloadRecipients = defineRoute({
  id: 'downloadRecipients',
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/dispatches/:id/people.csv',
  access: 'signed-in',
  answers: 'text/csv',
  summary: 'All people of a sending, as CSV (RFC 4180) that spreadsheets take for text',
  schema: { params: DispatchParams, response: { 200: Type.String() } },
})

export const resolveUnknown = defineRoute({
  id: 'resolveUnknown',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/dispatches/:id/people/:personId/resolve',
  access: 'owner',
  idempotent: true,
  summary: 'Decide what nobody knows: take a mail for delivered, or send it once more. 409 for one that is known',
  schema: {
    params: Type.Object({ id: Id, personId: Id }),
    body: Type.Object({ as: oneOf(['delivered', 'send-again']) }, { additionalProperties: false }),
    response: { 200: Recipient },
  },
})

/** What stands in the way of a mail, or should be known before it is sent. */
export const Finding = Type.Object({
  code: oneOf(['no-postal-address', 'merge-field', 'too-large', 'dead-link', 'no-audience', 'sender-domain', 'unsubscribe', 'attachment']),
  severity: oneOf(['error', 'warning']),
  message: Type.String({ description: 'a sentence, with the way out' }),
})
export type Finding = Type.Static<typeof Finding>

export const previewMail = defineRoute({
  id: 'previewMail',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/preview',
  access: 'owner',
  summary: 'The mail as a recipient would get it, made as the mails themselves are; its attachment stands in the HTML as `cid:attachment`',
  schema: {
    body: Type.Object(
      {
        companyProfileId: Id,
        subject: text(STEP_SUBJECT_MAX),
        body: text(STEP_BODY_MAX),
        attachment: Type.Optional(
          Type.Object({ fileName: text(300), size: Type.Integer({ minimum: 0 }) }, { additionalProperties: false }),
        ),
        values: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), text(2_000), { description: 'a row’s cells, by column' })),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        from: Type.String(),
        replyTo: Type.String(),
        subject: Type.String(),
        html: Type.String(),
        text: Type.String(),
        findings: Type.Array(Finding),
      }),
    },
  },
})

export const sendTestMail = defineRoute({
  id: 'sendTestMail',
  service: 'campaigns',
  method: 'POST',
  url: '/campaign/test',
  access: 'owner',
  idempotent: true,
  summary: 'Send a step to the owner alone, made as the mails themselves are. `stepId`: takes that step’s stored attachment',
  schema: { response: { 200: Message } },
  form: {
    fields: Type.Object(
      {
        companyProfileId: Id,
        subject: text(STEP_SUBJECT_MAX),
        body: text(STEP_BODY_MAX),
        stepId: Type.Optional(Id),
        valuesJson: Type.Optional(text(20_000)),
      },
      { additionalProperties: false },
    ),
    files: { attachment },
  },
})

/** An address that gets no campaign of a company, whatever its spreadsheet says. */
export const Suppression = Type.Object({
  _id: Id,
  email: Type.String(),
  reason: oneOf(['unsubscribed', 'complained', 'bounced', 'refused']),
  createdAt: Instant,
})
export type Suppression = Type.Static<typeof Suppression>

export const listSuppressions = defineRoute({
  id: 'listSuppressions',
  service: 'campaigns',
  method: 'GET',
  url: '/campaign/company/:companyProfileId/suppressions',
  access: 'signed-in',
  summary: 'Addresses that get no campaign of this company, newest first',
  schema: {
    params: CompanyParams,
    querystring: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200, description: 'part of an address' })),
      ...pageQuery(SUPPRESSION_PAGE_MAX).properties,
    }),
    response: { 200: Type.Array(Suppression) },
  },
})

export const liftSuppression = defineRoute({
  id: 'liftSuppression',
  service: 'campaigns',
  method: 'DELETE',
  url: '/campaign/suppressions/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Let an address get campaigns again, at the wish of whoever has it',
  schema: { params: Type.Object({ id: Id }), response: { 200: Message } },
})

const UnsubscribeParams = Type.Object({ token: text(200) })

export const showUnsubscribe = defineRoute({
  id: 'showUnsubscribe',
  service: 'campaigns',
  method: 'GET',
  url: '/unsubscribe/:token',
  access: 'public',
  answers: 'text/html',
  summary: 'The page behind a mail’s link, in HTML: whose mails, which address, and a button. Changes nothing, by HEAD neither',
  schema: { params: UnsubscribeParams, response: { 200: Type.String() } },
})

export const unsubscribe = defineRoute({
  id: 'unsubscribe',
  service: 'campaigns',
  method: 'POST',
  url: '/unsubscribe/:token',
  access: 'public',
  answers: 'text/html',
  summary: 'One-click unsubscribe (RFC 8058): takes any body, asks for no cookie, may be repeated; answers a page in HTML',
  schema: { params: UnsubscribeParams, response: { 200: Type.String() } },
})

export const listAllCampaigns = defineRoute({
  id: 'listAllCampaigns',
  service: 'campaigns',
  method: 'GET',
  url: '/admin/campaigns',
  access: 'admin',
  summary: 'Campaigns of all companies, newest first, and the brakes that are on',
  schema: {
    querystring: Type.Object({ search: Type.Optional(text(200)), ...pageQuery(CAMPAIGN_PAGE_MAX).properties }),
    response: {
      200: Type.Object({
        data: Type.Array(Type.Object({ ...Campaign.properties, companyName: Type.String(), brake: nullable(Brake) })),
        brakes: Type.Array(
          Type.Object({ ...Brake.properties, id: nullableText('of the company or campaign'), name: nullableText('of the same') }),
        ),
      }),
    },
  },
})

const BrakeTarget = {
  scope: oneOf(['all', 'company', 'campaign']),
  id: Type.Optional(Id),
}

export const putBrake = defineRoute({
  id: 'putBrake',
  service: 'campaigns',
  method: 'PUT',
  url: '/admin/campaign-brake',
  access: 'admin',
  idempotent: true,
  summary: 'Stop all sending within a second: of everybody, of a company or of one campaign (`id`). The owner reads the reason',
  schema: {
    body: Type.Object({ ...BrakeTarget, reason: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
    response: { 200: Message },
  },
})

export const releaseBrake = defineRoute({
  id: 'releaseBrake',
  service: 'campaigns',
  method: 'POST',
  url: '/admin/campaign-brake/release',
  access: 'admin',
  idempotent: true,
  summary: 'Let sending go on. What was to be sent on days that are over meanwhile is missed',
  schema: { body: Type.Object(BrakeTarget, { additionalProperties: false }), response: { 200: Message } },
})
