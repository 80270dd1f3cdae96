import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { dateText, Id, strictObject, text } from '../primitives.ts'
import { STEP_BODY_MAX, STEP_SUBJECT_MAX } from '../rules/campaigns.ts'
import { FINDINGS_MAX } from '../rules/proofreading.ts'
import { mailAttachment } from './mails.ts'
import { Finding } from './proofreading.ts'

/** What may be wrong in the email of a step. */
export const StepProofreading = Type.Object({
  findings: Type.Array(Finding, { maxItems: FINDINGS_MAX, description: 'those that are sure first' }),
  isPictureUnchecked: Type.Boolean({ description: 'whether the email has a picture that could not be checked' }),
})
export type StepProofreading = Type.Static<typeof StepProofreading>

export const proofreadStep = defineRoute({
  id: 'proofreadStep',
  method: 'POST',
  url: '/campaign/proofread',
  access: 'owner',
  summary:
    'Returns what may be wrong in the subject, body and picture of an email, also before its campaign is submitted. Nothing is stored. ' +
    '`date` is the date of a step, if it has one; `stepId` selects the stored attachment of a step. 503 if too many emails wait for ' +
    'their check; 504 after 20 seconds',
  schema: { response: { 200: StepProofreading } },
  form: {
    fields: strictObject({
      companyProfileId: Id,
      subject: text(STEP_SUBJECT_MAX),
      body: text(STEP_BODY_MAX),
      date: Type.Optional(dateText()),
      stepId: Type.Optional(Id),
    }),
    files: { attachment: mailAttachment },
  },
})
