import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { strictObject } from '../primitives.ts'

export const verifyEmail = defineRoute({
  id: 'verifyEmail',
  method: 'POST',
  url: '/verify-email',
  access: 'public',
  idempotent: true,
  summary: 'Confirms an email address with the token of the emailed link. 422 `verification-link-invalid` for an invalid token',
  schema: {
    body: strictObject({ token: Type.String({ maxLength: 200, description: 'secret: from the mailed link' }) }),
    response: { 200: Type.Object({ message: Type.String(), alreadyVerified: Type.Boolean() }) },
  },
})

export const sendVerification = defineRoute({
  id: 'sendVerification',
  method: 'POST',
  url: '/verify-email/send',
  access: 'owner',
  idempotent: true,
  summary: 'Sends an email with a new confirmation link. Sends nothing if the address is confirmed already; 429 after too many requests',
  schema: { response: { 200: Type.Object({ message: Type.String(), alreadyVerified: Type.Boolean() }) } },
})
