import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { nullableText, oneOf, pageQuery, text } from '../primitives.ts'
import { recipientKinds } from '../rules/reviews.ts'
import { BOARD_SEARCH_MAX, BOARD_TASKS_MAX, BoardTask, manager } from './board.ts'
import { Task } from './tasks.ts'

/**
 * The state of the email about a waiting preview. `bounced`: the owner's address does not exist. `opened`: a recipient has opened the link.
 * `unopened`: no recipient has opened the link. `no-email`: no recipient has a link, so only a decision in the portal is possible.
 */
export const previewEmailStates = ['bounced', 'unopened', 'opened', 'no-email'] as const
export type PreviewEmailState = (typeof previewEmailStates)[number]

/** A person who can decide on a waiting preview. The owner is included even without a link. */
export const WaitingRecipient = Type.Object({
  kind: oneOf(recipientKinds),
  name: nullableText('name of the colleague; null for the owner, who has no name in the product'),
  address: Type.String({ description: 'email address' }),
  hasLink: Type.Boolean({ description: 'whether the recipient has a review link to the current preview that is not revoked' }),
  sentAt: nullableText('when the mail relay accepted the last email with the link, ISO 8601 in UTC'),
  bouncedAt: nullableText('when an email with the link bounced, ISO 8601 in UTC'),
  openedAt: nullableText('when the link was first opened, ISO 8601 in UTC; a mail scanner may have opened the link'),
  snoozedUntil: nullableText('YYYY-MM-DD; the recipient wants no automatic reminder before this day'),
})
export type WaitingRecipient = Type.Static<typeof WaitingRecipient>

/** A preview that waits for the decision of a client. */
export const WaitingPreview = Type.Object({
  ...BoardTask.properties,
  remindedAt: Task.properties.remindedAt,
  remindersSent: Type.Integer({ description: 'number of reminder emails about the current preview' }),
  waitingSince: nullableText('when the current preview was delivered, ISO 8601 in UTC; null if it is unknown'),
  recipients: Type.Array(WaitingRecipient),
  reach: oneOf(previewEmailStates),
  reviewLinks: Type.Boolean({ description: 'whether the owner gets review links' }),
  isOwnerConfirmed: Type.Boolean({ description: 'whether the owner confirmed the email address' }),
  phone: Type.String({ description: 'phone number of the company; may be empty' }),
})
export type WaitingPreview = Type.Static<typeof WaitingPreview>

export const listWaitingPreviews = defineRoute({
  id: 'listWaitingPreviews',
  method: 'GET',
  url: '/admin/board/waiting',
  access: 'admin',
  summary:
    'Lists the previews of all companies that wait for the decision of a client, earliest posting date first, previews without posting date ' +
    'last. `reach` selects previews by the state of the email, and except for `bounced` considers at most 5,000 previews. `search` matches ' +
    'the company name, the title or the number of a task',
  schema: {
    querystring: Type.Object({
      ...pageQuery(BOARD_TASKS_MAX).properties,
      reach: Type.Optional(oneOf(previewEmailStates)),
      search: Type.Optional(text(BOARD_SEARCH_MAX)),
      manager,
    }),
    response: { 200: Type.Array(WaitingPreview) },
  },
})
