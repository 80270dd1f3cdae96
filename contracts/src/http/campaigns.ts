import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableObject, nullableText, oneOf, pageQuery, text } from '../primitives.ts'
import { audiences, campaignCategories, STEP_BODY_MAX, STEP_SUBJECT_MAX, stepTypes } from '../rules/campaigns.ts'
import { Dispatch } from './dispatches.ts'
import { mailAttachment } from './mails.ts'
import { Suspension } from './suspensions.ts'

const NullableInstant = nullableText('ISO 8601 in UTC')

export const CampaignStep = Type.Object({
  _id: Id,
  type: oneOf(stepTypes),
  date: nullableText('YYYY-MM-DD; null in a recurring campaign'),
  subject: Type.String(),
  body: Type.String({ description: 'plain text; an empty line ends a paragraph' }),
  attachmentUrl: nullableText('address of the image, which does not change'),
  attachmentName: nullableText('as it was uploaded'),
  attachmentSize: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'bytes' }),
  isSent: Type.Boolean({ description: 'a sending of it has begun: its words stand' }),
  version: Type.Integer(),
})
export type CampaignStep = Type.Static<typeof CampaignStep>

/** `active`: what is to come will be sent. `done`: nothing is to come. */
export const campaignStates = ['active', 'paused', 'cancelled', 'done'] as const

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

export const CampaignDetail = Type.Object({
  ...Campaign.properties,
  companyName: Type.String(),
  dispatches: Type.Array(Dispatch, { description: 'in the order of their dates, those of a year ahead' }),
  suspension: nullableObject(Suspension),
})
export type CampaignDetail = Type.Static<typeof CampaignDetail>

export const CAMPAIGN_PAGE_MAX = 200

const CampaignParams = Type.Object({ id: Id })
const StepParams = Type.Object({ id: Id, stepId: Id })
const CompanyParams = Type.Object({ companyProfileId: Id })
const OneCampaign = Type.Object({ message: Type.String(), campaign: CampaignDetail })

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
    'Submit a campaign. `stepsJson`: an array of {type, date, subject, body}; `stepAttachment_<index>`: the image of that step. 422 with the specified sentence for what is missing, or with an error for each step whose mail would be held; 415 for a file that is no image',
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
      stepAttachment_0: mailAttachment,
      stepAttachment_1: mailAttachment,
      stepAttachment_2: mailAttachment,
      stepAttachment_3: mailAttachment,
      stepAttachment_4: mailAttachment,
      stepAttachment_5: mailAttachment,
      stepAttachment_6: mailAttachment,
      stepAttachment_7: mailAttachment,
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
    'Change the date (Special Event), subject, body or image of a step. A step that is sent already keeps its words (409); of a recurring one they hold for what is to come. 409 when `version` is not the step’s; 422 when the mail would be held; 415 for a file that is no image',
  schema: { params: StepParams, response: { 200: OneCampaign } },
  form: {
    fields: Type.Object(
      {
        version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
        date: Type.Optional(text(10)),
        subject: Type.Optional(text(STEP_SUBJECT_MAX)),
        body: Type.Optional(text(STEP_BODY_MAX)),
        attachment: Type.Optional(Type.Literal('', { description: 'takes the image away' })),
      },
      { additionalProperties: false },
    ),
    files: { attachment: mailAttachment },
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
  summary: 'Resume a paused campaign. Sendings whose day is over are missed. 422 with an error for each step whose mail would be held',
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
  summary: 'Send what was missed or is held, from now on. 409 in any other state; 422 with the errors when the mail would be held again',
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

export const listAllCampaigns = defineRoute({
  id: 'listAllCampaigns',
  service: 'campaigns',
  method: 'GET',
  url: '/admin/campaigns',
  access: 'admin',
  summary: 'Campaigns of all companies, newest first, and all suspensions',
  schema: {
    querystring: Type.Object({ search: Type.Optional(text(200)), ...pageQuery(CAMPAIGN_PAGE_MAX).properties }),
    response: {
      200: Type.Object({
        data: Type.Array(Type.Object({ ...Campaign.properties, companyName: Type.String(), suspension: nullableObject(Suspension) })),
        suspensions: Type.Array(
          Type.Object({
            ...Suspension.properties,
            id: nullableText('of the suspended company or campaign'),
            name: nullableText('of the same'),
          }),
        ),
      }),
    },
  },
})
