import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Role } from '../http/session.ts'
import { Id, Instant, oneOf } from '../primitives.ts'

/**
 * `registered`: a business owner created the account. `verified`: an owner confirmed the email address, with an emailed link or with an
 * emailed password reset code. `signed-in`: an owner signed in, published at most once an hour. `email-changed`: an owner's email address was
 * changed by the owner, who confirmed the new one, or corrected by an admin, and is then unconfirmed. `admin-added`: an admin account was
 * created. `admin-renamed`: an admin set a name. `admin-removed`: an admin account was removed, and gets no more emails. `none`: the account
 * has not changed. Its state is published again to fill projections.
 */
const userChanges = [
  'registered',
  'verified',
  'signed-in',
  'email-changed',
  'admin-added',
  'admin-renamed',
  'admin-removed',
  'none',
] as const

export const UserChanged = defineEvent({
  type: 'identity.user-changed.v1',
  summary: 'The state of an account after a change. The state of a removed admin is the one before the removal',
  aggregate: 'user',
  data: Type.Object({
    change: oneOf(userChanges),
    userId: Id,
    email: Type.String(),
    username: Type.String(),
    role: Role,
    emailVerified: Type.Boolean({ description: 'if false, the person who chose the username may not own the email address' }),
    lastSignedInAt: Type.Optional(Type.String({ ...Instant, description: 'absent for admins, and if no sign-in is known' })),
  }),
})

export const EmailRequested = defineEvent({
  type: 'identity.email-requested.v1',
  summary:
    'An email about an account is wanted: with a link that confirms the email address or a new one, with a link that takes back a changed ' +
    'address, or with a password reset code. Identity composes the email',
  aggregate: 'user',
  data: Type.Object({
    topic: oneOf(['verify-email', 'reset-code', 'confirm-new-email', 'email-changed']),
    about: Type.String({ ...Id, description: 'id of the request. The email is obsolete when it is used, replaced or expired' }),
    userId: Id,
    role: Role,
  }),
})

export const AdminInvited = defineEvent({
  type: 'identity.admin-invited.v1',
  summary: 'An operator invited an admin by email. Identity composes the email',
  aggregate: 'admin-invitation',
  data: Type.Object({
    invitationId: Type.String({
      ...Id,
      description: 'the email is obsolete when the invitation is used, replaced or revoked, or has expired',
    }),
  }),
})

export const PasswordChanged = defineEvent({
  type: 'identity.password-changed.v1',
  summary: 'A password was reset. Tokens issued before `tokensInvalidBefore` (seconds since 1970) are rejected',
  aggregate: 'user',
  data: Type.Object({ userId: Id, role: Role, tokensInvalidBefore: Type.Integer() }),
})

export const TokensEnded = defineEvent({
  type: 'identity.tokens-ended.v1',
  summary:
    'A user signed out (`session`: this token is rejected until it expires), or signed out everywhere or was removed ' +
    '(`tokensInvalidBefore`: tokens issued before this time are rejected). Times are seconds since 1970',
  aggregate: 'user',
  data: Type.Object({
    userId: Id,
    session: Type.Optional(Type.Object({ tokenId: Id, expiresAt: Type.Integer() })),
    tokensInvalidBefore: Type.Optional(Type.Integer()),
  }),
})
