import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Role } from '../http/session.ts'
import { Id, Instant } from '../primitives.ts'

const person = { userId: Id, email: Type.String(), username: Type.String() }

const VerificationToken = Type.String({ description: 'secret: part of the link that confirms the email address' })

export const UserRegistered = defineEvent({
  type: 'identity.user-registered.v1',
  summary: 'A business owner created an account. The welcome email contains a link that confirms the email address',
  aggregate: 'user',
  data: Type.Object({
    ...person,
    /** Absent if the event is republished from the event log, which contains no secrets. */
    verificationToken: Type.Optional(VerificationToken),
    verificationExpiresAt: Instant,
  }),
})

export const EmailVerificationRequested = defineEvent({
  type: 'identity.email-verification-requested.v1',
  summary: 'An owner requested a new link that confirms the email address. The previous link no longer works',
  aggregate: 'user',
  data: Type.Object({ ...person, verificationToken: VerificationToken, expiresAt: Instant }),
})

export const EmailVerified = defineEvent({
  type: 'identity.email-verified.v1',
  summary: 'An owner confirmed the email address, with an emailed link or with an emailed password reset code',
  aggregate: 'user',
  data: Type.Object(person),
})

export const AdminAdded = defineEvent({
  type: 'identity.admin-added.v1',
  summary: 'An admin account was created or its email address was changed',
  aggregate: 'user',
  data: Type.Object(person),
})

export const PasswordResetRequested = defineEvent({
  type: 'identity.password-reset-requested.v1',
  summary: 'A password reset code was requested for an existing account',
  aggregate: 'user',
  data: Type.Object({
    ...person,
    code: Type.String({ description: 'secret: never logged or shown' }),
    expiresAt: Instant,
    emailVerified: Type.Boolean({ description: 'if false, the person who chose the username may not own the email address' }),
  }),
})

export const PasswordChanged = defineEvent({
  type: 'identity.password-changed.v1',
  summary: 'A password was reset. Tokens issued before `tokensInvalidBefore` (seconds since 1970) are rejected',
  aggregate: 'user',
  data: Type.Object({ ...person, tokensInvalidBefore: Type.Integer() }),
})

export const UserSignedIn = defineEvent({
  type: 'identity.user-signed-in.v1',
  summary: 'An owner signed in. For each owner, at most one event an hour is published',
  aggregate: 'user',
  data: Type.Object({ userId: Id, signedInAt: Instant }),
})

export const SessionEnded = defineEvent({
  type: 'identity.session-ended.v1',
  summary: 'A user signed out. The token with this id is rejected until it expires at `expiresAt` (seconds since 1970)',
  aggregate: 'user',
  data: Type.Object({ userId: Id, tokenId: Id, expiresAt: Type.Integer() }),
})

export const TokensEnded = defineEvent({
  type: 'identity.tokens-ended.v1',
  summary: 'A user signed out everywhere or was removed. Tokens issued before `tokensInvalidBefore` (seconds since 1970) are rejected',
  aggregate: 'user',
  data: Type.Object({ userId: Id, tokensInvalidBefore: Type.Integer() }),
})

export const AdminRemoved = defineEvent({
  type: 'identity.admin-removed.v1',
  summary: 'An admin account was removed. No more emails are sent to it',
  aggregate: 'user',
  data: Type.Object({ ...person, tokensInvalidBefore: Type.Integer() }),
})

export const UserState = defineEvent({
  type: 'identity.user-state.v1',
  summary: 'The current state of an account, published again to fill projections. The account has not changed',
  aggregate: 'user',
  data: Type.Object({
    ...person,
    role: Role,
    emailVerified: Type.Boolean(),
    lastSignedInAt: Type.Optional(Type.String({ ...Instant, description: 'absent if no sign-in is known' })),
  }),
})
