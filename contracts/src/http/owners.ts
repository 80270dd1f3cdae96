import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, nullableText, strictObject, text } from '../primitives.ts'

/** The account with which an owner signs in. */
export const OwnerAccount = Type.Object({
  _id: Id,
  email: Type.String(),
  username: Type.String(),
  emailVerified: Type.Boolean({ description: 'whether the owner confirmed the email address' }),
  bouncedAt: nullableText('when the last known email to this address bounced; null if none did'),
  lastSignedInAt: nullableText('the last sign-in may be up to an hour later; null if the owner never signed in'),
  createdAt: Instant,
})
export type OwnerAccount = Type.Static<typeof OwnerAccount>

const OneOwner = Type.Object({ ownerId: Id })

export const getOwner = defineRoute({
  id: 'getOwner',
  method: 'GET',
  url: '/admin/owners/:ownerId',
  access: 'admin',
  summary: 'Returns the account with which an owner signs in',
  schema: { params: OneOwner, response: { 200: OwnerAccount } },
})

export const correctEmail = defineRoute({
  id: 'correctEmail',
  method: 'PUT',
  url: '/admin/owners/:ownerId/email',
  access: 'admin',
  idempotent: true,
  summary:
    'Corrects an owner’s email address that bounced or is not confirmed, and sends a link that confirms the new one. 409: `email-works` if ' +
    'the owner must change it, `email-taken`, or `email-changed` with the current `owner` if the address is no longer `currentEmail`',
  schema: {
    params: OneOwner,
    body: strictObject({
      email: text(254),
      currentEmail: Type.Optional(Type.String({ maxLength: 254, description: 'the address that the admin saw' })),
    }),
    response: { 200: OwnerAccount },
  },
})

export const resendConfirmation = defineRoute({
  id: 'resendConfirmation',
  method: 'POST',
  url: '/admin/owners/:ownerId/confirmation',
  access: 'admin',
  idempotent: true,
  summary: 'Sends an owner a new link that confirms the email address. Sends nothing if it is confirmed; 429 after too many requests',
  schema: {
    params: OneOwner,
    response: { 200: Type.Object({ message: Type.String(), alreadyVerified: Type.Boolean() }) },
  },
})
