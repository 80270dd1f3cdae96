import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, IMAGE_MAX_BYTES, Message, oneOf, strictObject, text } from '../primitives.ts'
import { STEP_BODY_MAX, STEP_SUBJECT_MAX } from '../rules/campaigns.ts'
import { CUSTOMER_COLUMNS_MAX } from '../rules/customers.ts'
import { IMAGE_REFUSED } from '../rules/files.ts'

export const mailAttachment = { kind: 'mail-image', maxBytes: IMAGE_MAX_BYTES, refusal: IMAGE_REFUSED } as const

/** A problem that prevents sending an email (`error`), or advice (`warning`). */
export const Finding = Type.Object({
  code: oneOf(['no-postal-address', 'merge-field', 'too-large', 'dead-link', 'no-audience', 'sender-domain', 'unsubscribe', 'attachment']),
  severity: oneOf(['error', 'warning']),
  message: Type.String({ description: 'message with the solution' }),
  field: Type.Optional(
    Type.String({ description: 'the field to fix: `subject`, `body` or `attachment` of the step, or `companyProfile.<field>`' }),
  ),
})
export type Finding = Type.Static<typeof Finding>

export const previewMail = defineRoute({
  id: 'previewMail',
  method: 'POST',
  url: '/campaign/preview',
  access: 'owner',
  summary: 'Renders an email as it would be sent. The HTML refers to the attachment as `cid:attachment`',
  schema: {
    body: strictObject({
      companyProfileId: Id,
      subject: text(STEP_SUBJECT_MAX),
      body: text(STEP_BODY_MAX),
      attachment: Type.Optional(strictObject({ fileName: text(300), size: Type.Integer({ minimum: 0 }) })),
      values: Type.Optional(
        Type.Record(Type.String({ maxLength: 100 }), text(2_000), {
          maxProperties: CUSTOMER_COLUMNS_MAX,
          description: 'cells of a row, by column',
        }),
      ),
    }),
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
  method: 'POST',
  url: '/campaign/test',
  access: 'owner',
  idempotent: true,
  summary: 'Sends the email of a step to the owner as a test. `stepId` selects the stored attachment of a step',
  schema: { response: { 200: Message } },
  form: {
    fields: strictObject({
      companyProfileId: Id,
      subject: text(STEP_SUBJECT_MAX),
      body: text(STEP_BODY_MAX),
      stepId: Type.Optional(Id),
      valuesJson: Type.Optional(text(20_000)),
    }),
    files: { attachment: mailAttachment },
  },
})
