import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import {
  CompanyParams,
  dateText,
  IMAGE_MAX_BYTES,
  Instant,
  Message,
  nullableInteger,
  nullableObject,
  nullableText,
  oneOf,
  recordOf,
  strictObject,
  TaskParams,
  TokenParams,
  text,
} from '../primitives.ts'
import { colleagueRights } from '../rules/colleagues.ts'
import { IMAGE_REFUSED } from '../rules/files.ts'
import { decisionChannels, decisionKinds, REASON_MAX, recipientKinds, reviewStates, SNOOZE_DAYS_MAX, UNDOS_MAX } from '../rules/reviews.ts'
import { platforms } from '../rules/task-status.ts'
import { Preview } from './previews.ts'
import { Task } from './tasks.ts'

const Decision = Type.Object({
  kind: oneOf(decisionKinds),
  channel: oneOf(decisionChannels),
  sentTo: nullableText('masked email address to which the link was sent; null for a decision in the portal'),
  decidedAt: Instant,
  isUnconfirmed: Type.Boolean({ description: 'the decision has signs of a machine, and neither the owner nor an admin confirmed it' }),
})

/**
 * The response to the recipient of a review link. After the removal of the task, for a revoked or expired link, and for a withdrawn
 * preview, `company`, `task` and `preview` are null.
 */
export const Review = Type.Object({
  state: oneOf(reviewStates),
  sentTo: Type.String({ description: 'masked email address of the recipient, such as m…@harborpine.example' }),
  /** The recipient of the link, and whether the recipient may decide. Absent for a removed task. */
  recipient: Type.Optional(Type.Object({ kind: oneOf(recipientKinds), may: oneOf(colleagueRights) })),
  expiresAt: Instant,
  company: nullableObject(Type.Object({ name: Type.String(), logo: nullableText('public URL'), color: nullableText('#rrggbb') })),
  task: nullableObject(
    Type.Object({
      taskId: Type.Integer(),
      title: Type.String(),
      targetPostingDate: nullableText(
        'YYYY-MM-DD; for the first task of a series, the first date of the series unless the owner chose another',
      ),
      ...recordOf(platforms, () => Type.Boolean()),
    }),
  ),
  preview: nullableObject(Preview),
  currentPreviewNo: nullableInteger,
  decision: nullableObject(Decision),
  canUndo: Type.Boolean(),
  undosLeft: Type.Optional(
    Type.Integer({
      description: 'how often the recipient can still undo an approval of this preview; absent if it cannot be undone anyway',
    }),
  ),
  canResend: Type.Boolean(),
  /** Other previews of the company that wait for the recipient. Only in the response to a decision without signs of a machine. */
  next: Type.Optional(
    Type.Object({
      waiting: Type.Integer({ description: 'how many other previews wait for the recipient' }),
      path: Type.String({ description: "the recipient's own review link to the most urgent of them, without the origin" }),
    }),
  ),
  snooze: Type.Optional(
    Type.Object({
      until: nullableText('YYYY-MM-DD; no reminder is sent before this day'),
      days: Type.Array(Type.String({ description: 'YYYY-MM-DD' }), { description: 'the days that the recipient can choose' }),
    }),
  ),
})
export type Review = Type.Static<typeof Review>

const PreviewNo = Type.Integer({ minimum: 1 })
const SixDigits = Type.String({ pattern: '^[0-9]{6}$' })

/**
 * Observations that the page of a review link made before the decision. If a request lacks them, this is a sign that a machine decided. The
 * decision is then unconfirmed.
 */
export const Interaction = strictObject({
  pointerOrKey: Type.Boolean({ description: 'whether a pointer or key event preceded the press' }),
  heldMs: Type.Integer({ minimum: 0, maximum: 600_000, description: 'how long the button was pressed; 0 if the answer was typed' }),
  automated: Type.Boolean({ description: '`navigator.webdriver`' }),
})

/** The same observations as fields of a form. */
const interactionFields = {
  pointerOrKey: Type.Optional(oneOf(['true', 'false'])),
  heldMs: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
  automated: Type.Optional(oneOf(['true', 'false'])),
}

const ended = 'Ended links get 410 with the outcome in `review`'
const lookOnly = '403 `look-only` for a colleague who may only look'
const newBrowser =
  '403 `code-required` if the company requires a code in this browser. Then a code is sent by email. 422 `code-wrong` or `code-expired`'

export const getReview = defineRoute({
  id: 'getReview',
  method: 'GET',
  url: '/review/:token',
  access: 'public',
  summary: 'Returns the preview of a review link, or its outcome. Never changes the task or the link. 404 for an invalid token',
  schema: { params: TokenParams, response: { 200: Review } },
})

export const approveReview = defineRoute({
  id: 'approveReview',
  method: 'POST',
  url: '/review/:token/approve',
  access: 'public',
  summary: `Approves the preview of a review link. ${lookOnly}. ${newBrowser}. ${ended}`,
  schema: {
    params: TokenParams,
    body: strictObject({ previewNo: PreviewNo, interaction: Type.Optional(Interaction), code: Type.Optional(SixDigits) }),
    response: { 200: Review },
  },
})

export const referReviewBack = defineRoute({
  id: 'referReviewBack',
  method: 'POST',
  url: '/review/:token/refer-back',
  access: 'public',
  summary: `Refers the preview of a review link back, with feedback and an optional image. ${lookOnly}. ${newBrowser}. ${ended}`,
  schema: { params: TokenParams, response: { 200: Review } },
  form: {
    fields: strictObject({
      previewNo: Type.String({ pattern: '^[0-9]{1,9}$' }),
      feedback: Type.Optional(text(5000)),
      ...interactionFields,
      code: Type.Optional(SixDigits),
    }),
    files: { clientSuggestImage: { kind: 'image', maxBytes: IMAGE_MAX_BYTES, refusal: IMAGE_REFUSED } },
  },
})

export const undoReview = defineRoute({
  id: 'undoReview',
  method: 'POST',
  url: '/review/:token/undo',
  access: 'public',
  summary: `Undoes the approval until the task is posted. Needs a reason. 409 \`undo-limit\` after ${UNDOS_MAX} undos of a preview by a recipient. ${lookOnly}. ${ended}`,
  schema: {
    params: TokenParams,
    body: strictObject({ previewNo: PreviewNo, reason: text(REASON_MAX) }),
    response: { 200: Review },
  },
})

export const snoozeReview = defineRoute({
  id: 'snoozeReview',
  method: 'POST',
  url: '/review/:token/snooze',
  access: 'public',
  summary: `Sends no reminder about the preview of an open link before a day, at most ${SNOOZE_DAYS_MAX} days from today and before the posting date. 422 for another day. ${lookOnly}. ${ended}`,
  schema: {
    params: TokenParams,
    body: strictObject({ until: dateText({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }) }),
    response: { 200: Review },
  },
})

export const confirmReview = defineRoute({
  id: 'confirmReview',
  method: 'POST',
  url: '/review/:token/confirm',
  access: 'public',
  summary:
    'Confirms an approval with signs of a machine, with the code from the receipt. 403 `owner-confirms` for a colleague. 422 `code-wrong` for a wrong code, and `code-exhausted` ' +
    'after five wrong codes for the decision',
  schema: { params: TokenParams, body: strictObject({ code: SixDigits }), response: { 200: Review } },
})

export const resendReview = defineRoute({
  id: 'resendReview',
  method: 'POST',
  url: '/review/:token/resend',
  access: 'public',
  summary:
    'Sends a new link to the recipient of a link that expired or whose preview was replaced or withdrawn, at most three times an hour for a task, and ' +
    '20 times an hour per recipient',
  schema: { params: TokenParams, response: { 202: Message } },
})

export const confirmApproval = defineRoute({
  id: 'confirmApproval',
  method: 'POST',
  url: '/task/:id/confirm-approval',
  access: 'owner',
  idempotent: true,
  summary: 'Confirms an approval through a review link that has signs of a machine',
  schema: { params: TaskParams, response: { 200: Task } },
})

export const ReviewSettings = strictObject({
  reviewLinks: Type.Boolean({ description: 'emails contain links with which previews can be decided without signing in' }),
  codeForNewBrowser: Type.Boolean({ description: 'the first decision in a browser needs a code that is sent by email' }),
})
export type ReviewSettings = Type.Static<typeof ReviewSettings>

export const getReviewSettings = defineRoute({
  id: 'getReviewSettings',
  method: 'GET',
  url: '/task/review-settings/:companyProfileId',
  access: 'signed-in',
  summary: "Returns the settings of a company's review links",
  schema: { params: CompanyParams, response: { 200: ReviewSettings } },
})

export const setReviewSettings = defineRoute({
  id: 'setReviewSettings',
  method: 'PUT',
  url: '/task/review-settings/:companyProfileId',
  access: 'owner',
  idempotent: true,
  summary: "Changes the settings of a company's review links. Switching the links off ends all of them",
  schema: { params: CompanyParams, body: ReviewSettings, response: { 200: ReviewSettings } },
})
