import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Instant, Message, nullableObject, strictObject, text } from '../primitives.ts'
import { EMAIL_CHANGE_LIFE_HOURS, EMAIL_REVERT_LIFE_DAYS } from '../rules/email-changes.ts'
import { PASSWORD_BYTES_MAX, Password } from './identity.ts'

export const changeEmail = defineRoute({
  id: 'changeEmail',
  method: 'POST',
  url: '/me/email',
  access: 'owner',
  idempotent: true,
  summary:
    `Sends a link to a new email address, which replaces an earlier link. It works for ${EMAIL_CHANGE_LIFE_HOURS} hours, and nothing changes ` +
    'before. The response is the same for known and unknown addresses. 422 for an invalid address or a wrong password; 429 after too many ' +
    'requests',
  bodyMaxBytes: PASSWORD_BYTES_MAX,
  schema: {
    body: strictObject({ newEmail: text(254), password: Password }),
    response: { 200: Message },
  },
})

export const PendingEmailChange = Type.Object({ newEmail: Type.String(), expiresAt: Instant })
export type PendingEmailChange = Type.Static<typeof PendingEmailChange>

export const getEmailChange = defineRoute({
  id: 'getEmailChange',
  method: 'GET',
  url: '/me/email',
  access: 'owner',
  summary: 'Returns the change of the email address that the owner has requested but not confirmed, or null',
  schema: { response: { 200: Type.Object({ pending: nullableObject(PendingEmailChange) }) } },
})

export const cancelEmailChange = defineRoute({
  id: 'cancelEmailChange',
  method: 'DELETE',
  url: '/me/email',
  access: 'owner',
  idempotent: true,
  summary: 'Cancels the change of the email address that is not confirmed: its link no longer works. Without one, nothing changes',
  schema: { response: { 200: Message } },
})

const LinkToken = strictObject({ token: Type.String({ maxLength: 200, description: 'secret: from the mailed link' }) })
const Changed = Type.Object({ message: Type.String(), email: Type.String({ description: 'the address of the account' }) })

export const confirmEmailChange = defineRoute({
  id: 'confirmEmailChange',
  method: 'POST',
  url: '/me/email/confirm',
  access: 'public',
  idempotent: true,
  summary:
    'Changes the email address of an account with the token of the link. Sessions stay. 410 `email-change-gone` for an invalid token, 409 ' +
    '`email-taken` if another account has the address',
  schema: { body: LinkToken, response: { 200: Changed } },
})

export const revertEmailChange = defineRoute({
  id: 'revertEmailChange',
  method: 'POST',
  url: '/me/email/revert',
  access: 'public',
  idempotent: true,
  summary:
    `Restores the former email address of an account within ${EMAIL_REVERT_LIFE_DAYS} days, with the token of the link that was sent to it. ` +
    'All tokens of the user are revoked. 410 `email-revert-gone` for an invalid token, 409 `email-taken` if another account has the address',
  schema: { body: LinkToken, response: { 200: Changed } },
})
