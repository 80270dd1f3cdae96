import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, dateText, Id, Instant, nullableObject, nullableText, oneOf, pageQuery, strictObject, text } from '../primitives.ts'
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
  body: Type.String({ description: 'plain text; a blank line separates paragraphs' }),
  attachmentUrl: nullableText('permanent URL of the image'),
  attachmentName: nullableText('original file name'),
  attachmentSize: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'bytes' }),
  isSent: Type.Boolean({ description: 'whether a dispatch has started; the text can then no longer be changed' }),
  version: Type.Integer(),
})
export type CampaignStep = Type.Static<typeof CampaignStep>

/** `active`: further dispatches will be sent. `done`: no dispatches are left. */
export const campaignStates = ['active', 'paused', 'cancelled', 'done'] as const

export const Campaign = Type.Object({
  _id: Id,
  companyProfileId: Id,
  name: Type.String(),
  audience: oneOf(audiences),
  campaignCategory: oneOf(campaignCategories),
  startDate: nullableText('YYYY-MM-DD; null unless the campaign is recurring'),
  endDate: nullableText('YYYY-MM-DD; null unless the campaign is recurring'),
  countsOpens: Type.Boolean({ description: 'whether opens and clicks of its emails are counted' }),
  campaignDetailsListArray: Type.Array(CampaignStep),
  steps: Type.Array(CampaignStep, { description: 'the same steps as in campaignDetailsListArray' }),
  state: oneOf(campaignStates),
  nextSendAt: NullableInstant,
  createdAt: Instant,
})
export type Campaign = Type.Static<typeof Campaign>

/** A campaign in the list of a company. */
export const ListedCampaign = Type.Object({ ...Campaign.properties, suspension: nullableObject(Suspension) })
export type ListedCampaign = Type.Static<typeof ListedCampaign>

export const CampaignDetail = Type.Object({
  ...Campaign.properties,
  companyName: Type.String(),
  dispatches: Type.Array(Dispatch, { description: 'by date, at most a year ahead' }),
  suspension: nullableObject(Suspension),
})
export type CampaignDetail = Type.Static<typeof CampaignDetail>

export const CAMPAIGN_PAGE_MAX = 200

const CampaignParams = Type.Object({ id: Id })
const StepParams = Type.Object({ id: Id, stepId: Id })
const OneCampaign = Type.Object({ message: Type.String(), campaign: CampaignDetail })

export const listCampaigns = defineRoute({
  id: 'listCampaigns',
  method: 'GET',
  url: '/campaign/company/:companyProfileId',
  access: 'signed-in',
  summary: 'Lists campaigns of a company, newest first. 404 for a company of another owner',
  schema: {
    params: CompanyParams,
    querystring: pageQuery(CAMPAIGN_PAGE_MAX),
    response: { 200: Type.Array(ListedCampaign) },
  },
})

export const createCampaign = defineRoute({
  id: 'createCampaign',
  method: 'POST',
  url: '/campaign',
  access: 'owner',
  idempotent: true,
  summary:
    'Creates a campaign. `stepsJson` is an array of {type, date, subject, body}; `stepAttachment_<index>` is the image of a step. `countsOpens` is `true` if absent. 422 if a field is missing or a problem would stop the email of a step (one error per step); 415 for a file that is not an image',
  schema: { response: { 201: OneCampaign } },
  form: {
    fields: strictObject({
      companyProfileId: Type.Optional(text(100)),
      name: Type.Optional(text(1_000)),
      audience: Type.Optional(text(100)),
      campaignCategory: Type.Optional(text(100)),
      startDate: Type.Optional(dateText({ maxLength: 100 })),
      endDate: Type.Optional(dateText({ maxLength: 100 })),
      stepsJson: Type.Optional(text(400_000)),
      countsOpens: Type.Optional(oneOf(['true', 'false'])),
    }),
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
  method: 'GET',
  url: '/campaign/:id',
  access: 'signed-in',
  summary: 'Returns a campaign with its dispatches and their counts',
  schema: { params: CampaignParams, response: { 200: CampaignDetail } },
})

export const changeStep = defineRoute({
  id: 'changeStep',
  method: 'PUT',
  url: '/campaign/:id/steps/:stepId',
  access: 'owner',
  idempotent: true,
  summary:
    'Changes the date (Special Event), subject, body or image of a step. In a recurring campaign, changes apply to future dispatches. 409 if the step was sent already or `version` is not current; 422 if a problem would stop the email; 415 for a file that is not an image',
  schema: { params: StepParams, response: { 200: OneCampaign } },
  form: {
    fields: strictObject({
      version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
      date: Type.Optional(dateText()),
      subject: Type.Optional(text(STEP_SUBJECT_MAX)),
      body: Type.Optional(text(STEP_BODY_MAX)),
      attachment: Type.Optional(Type.Literal('', { description: 'removes the image' })),
    }),
    files: { attachment: mailAttachment },
  },
})

export const pauseCampaign = defineRoute({
  id: 'pauseCampaign',
  method: 'POST',
  url: '/campaign/:id/pause',
  access: 'owner',
  idempotent: true,
  summary: 'Pauses a campaign until it is resumed. A dispatch that is being sent stops at once',
  schema: { params: CampaignParams, response: { 200: OneCampaign } },
})

export const resumeCampaign = defineRoute({
  id: 'resumeCampaign',
  method: 'POST',
  url: '/campaign/:id/resume',
  access: 'owner',
  idempotent: true,
  summary:
    'Resumes a paused campaign. Dispatches whose date has passed become `missed`. 422 if a problem would stop the email of a step (one error per step)',
  schema: { params: CampaignParams, response: { 200: OneCampaign } },
})

export const cancelCampaign = defineRoute({
  id: 'cancelCampaign',
  method: 'POST',
  url: '/campaign/:id/cancel',
  access: 'owner',
  idempotent: true,
  summary: 'Cancels a campaign. If a dispatch is being sent, only the emails that the mail relay already has are delivered',
  schema: { params: CampaignParams, response: { 200: OneCampaign } },
})

const DispatchParams = Type.Object({ id: Id })

export const sendNow = defineRoute({
  id: 'sendNow',
  method: 'POST',
  url: '/campaign/dispatches/:id/send-now',
  access: 'owner',
  idempotent: true,
  summary: 'Sends a missed or held dispatch now. 409 in any other state; 422 with the errors if a problem would stop the email again',
  schema: { params: DispatchParams, response: { 200: OneCampaign } },
})

export const sendToMissed = defineRoute({
  id: 'sendToMissed',
  method: 'POST',
  url: '/campaign/dispatches/:id/send-to-missed',
  access: 'owner',
  idempotent: true,
  summary:
    'Retries the failed emails of a completed dispatch, except failures caused by the email address. Emails that were accepted are not sent again. 409 if there is no email to retry',
  schema: { params: DispatchParams, response: { 200: OneCampaign } },
})

export const skipDispatch = defineRoute({
  id: 'skipDispatch',
  method: 'POST',
  url: '/campaign/dispatches/:id/skip',
  access: 'owner',
  idempotent: true,
  summary: 'Skips a dispatch. The campaign continues',
  schema: { params: DispatchParams, response: { 200: OneCampaign } },
})

export const listAllCampaigns = defineRoute({
  id: 'listAllCampaigns',
  method: 'GET',
  url: '/admin/campaigns',
  access: 'admin',
  summary: 'Lists campaigns of all companies, newest first, and all suspensions',
  schema: {
    querystring: Type.Object({ search: Type.Optional(text(200)), ...pageQuery(CAMPAIGN_PAGE_MAX).properties }),
    response: {
      200: Type.Object({
        data: Type.Array(Type.Object({ ...Campaign.properties, companyName: Type.String(), suspension: nullableObject(Suspension) })),
        suspensions: Type.Array(
          Type.Object({
            ...Suspension.properties,
            id: nullableText('id of the suspended company or campaign; null for all companies'),
            name: nullableText('name of the suspended company or campaign'),
          }),
        ),
      }),
    },
  },
})
