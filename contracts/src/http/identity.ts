import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, oneOf, text } from '../primitives.ts'

export const Role = oneOf(['owner', 'admin'])
export type Role = Type.Static<typeof Role>

export const Me = Type.Object({
  _id: Id,
  email: Type.String(),
  username: Type.String(),
  role: Role,
  emailVerified: Type.Optional(Type.Boolean({ description: 'whether the user confirmed the email address' })),
})
export type Me = Type.Static<typeof Me>

const Password = Type.String({ maxLength: 1000, description: 'secret: leaves no trace' })
const Token = Type.String({ description: 'secret: a bearer token' })
const Credentials = Type.Object({ email: text(254), password: Password }, { additionalProperties: false })

export const getMe = defineRoute({
  id: 'getMe',
  service: 'identity',
  method: 'GET',
  url: '/me',
  access: 'signed-in',
  summary: 'The signed-in user',
  schema: { response: { 200: Me } },
})

export const signIn = defineRoute({
  id: 'signIn',
  service: 'identity',
  method: 'POST',
  url: '/auth',
  access: 'public',
  summary: 'Sign in as a business owner. 401 with the same words for a wrong address and a wrong password; 429 after too many tries',
  schema: { body: Credentials, response: { 200: Type.Object({ Token, message: Type.String() }) } },
})

export const signUp = defineRoute({
  id: 'signUp',
  service: 'identity',
  method: 'POST',
  url: '/user',
  access: 'public',
  idempotent: true,
  summary: 'Create an account. 409 when the address is taken, 422 when a field is refused',
  schema: {
    body: Type.Object({ username: text(100), email: text(254), password: Password }, { additionalProperties: false }),
    response: { 201: Message },
  },
})

export const requestReset = defineRoute({
  id: 'requestReset',
  service: 'identity',
  method: 'POST',
  url: '/reset-password',
  access: 'public',
  idempotent: true,
  summary: 'Mail a reset code. The answer is the same whether or not the address is known',
  schema: { body: Type.Object({ email: text(254) }, { additionalProperties: false }), response: { 200: Message } },
})

export const resetPassword = defineRoute({
  id: 'resetPassword',
  service: 'identity',
  method: 'POST',
  url: '/reset-password/:code',
  access: 'public',
  idempotent: true,
  summary: 'Set a new password with the mailed code. Naming the address as well counts wrong tries against that code',
  schema: {
    params: Type.Object({ code: text(20) }),
    body: Type.Object({ password: Password, email: Type.Optional(text(254)) }, { additionalProperties: false }),
    response: { 200: Message },
  },
})

export const signOut = defineRoute({
  id: 'signOut',
  service: 'identity',
  method: 'POST',
  url: '/sign-out',
  access: 'signed-in',
  summary: 'End the token of this call, for every process. Other tokens of the user go on',
  schema: { response: { 200: Message } },
})

export const signOutEverywhere = defineRoute({
  id: 'signOutEverywhere',
  service: 'identity',
  method: 'POST',
  url: '/sign-out/everywhere',
  access: 'signed-in',
  summary: "End all of the user's tokens",
  schema: { response: { 200: Message } },
})

/** Six digits of an authenticator, or a recovery code. Spaces and hyphens do not matter. */
const code = text(40)
const recoveryCodes = Type.Array(Type.String(), { description: 'secret: each signs in once in place of a code; shown only now' })

/** What an authenticator app needs; as `secondFactor` also part of the 403 `second-factor-to-set-up`. */
export const SecondFactorSecret = Type.Object({
  secret: Type.String({ description: 'secret: base32, to be typed in' }),
  otpauthUrl: Type.String({ description: 'secret: the same as an address, to be drawn as a QR code' }),
})
export type SecondFactorSecret = Type.Static<typeof SecondFactorSecret>

/**
 * With the password right: 401 `second-factor-required` without a code, 401 `wrong-second-factor` with a wrong one, 403
 * `second-factor-to-set-up` with `secondFactor` where one is required and none is there; the next sign-in with a code that
 * fits sets it up and answers `recoveryCodes`.
 */
export const adminSignIn = defineRoute({
  id: 'adminSignIn',
  service: 'identity',
  method: 'POST',
  url: '/admin/login',
  access: 'public',
  summary: 'Sign in as an admin, with a code where a second factor is set up or required',
  schema: {
    body: Type.Object({ ...Credentials.properties, code: Type.Optional(code) }, { additionalProperties: false }),
    response: { 200: Type.Object({ token: Token, message: Type.String(), recoveryCodes: Type.Optional(recoveryCodes) }) },
  },
})

export const beginSecondFactor = defineRoute({
  id: 'beginSecondFactor',
  service: 'identity',
  method: 'POST',
  url: '/admin/second-factor',
  access: 'admin',
  summary: 'Make the secret of a second factor, which `PUT` sets up with a code. 409 when there is one already',
  schema: { response: { 200: SecondFactorSecret } },
})

const SecondFactorCode = Type.Object({ code }, { additionalProperties: false })

export const confirmSecondFactor = defineRoute({
  id: 'confirmSecondFactor',
  service: 'identity',
  method: 'PUT',
  url: '/admin/second-factor',
  access: 'admin',
  summary: 'Set up the second factor with a code of its secret. 422 for a wrong code, 409 without a secret or when it is set up already',
  schema: { body: SecondFactorCode, response: { 200: Type.Object({ recoveryCodes }) } },
})

export const removeSecondFactor = defineRoute({
  id: 'removeSecondFactor',
  service: 'identity',
  method: 'DELETE',
  url: '/admin/second-factor',
  access: 'admin',
  summary: 'Remove the second factor, with a code of it. 422 for a wrong code, 409 where one is required or none is there',
  schema: { body: SecondFactorCode, response: { 200: Message } },
})

export const AdminAccount = Type.Object({
  _id: Id,
  email: Type.String(),
  username: Type.String(),
  createdAt: Instant,
  hasSecondFactor: Type.Boolean(),
  isOperator: Type.Optional(Type.Boolean({ description: 'sees and does operations' })),
})
export type AdminAccount = Type.Static<typeof AdminAccount>

export const listAdmins = defineRoute({
  id: 'listAdmins',
  service: 'identity',
  method: 'GET',
  url: '/admin/admins',
  access: 'admin',
  summary: 'All admins, the first made first',
  schema: { response: { 200: Type.Array(AdminAccount) } },
})

/** Proves that the operator sends the request: a code of its second factor, or its password where it has no second factor. */
const OperatorProof = Type.Object({ code: Type.Optional(code), password: Type.Optional(Password) }, { additionalProperties: false })

export const removeAdmin = defineRoute({
  id: 'removeAdmin',
  service: 'identity',
  method: 'DELETE',
  url: '/admin/admins/:id',
  access: 'operator',
  summary:
    'Remove an admin, who is signed out everywhere and gets no more emails. 422 without a valid code or password, 409 for oneself: one operator always stays',
  schema: { params: Type.Object({ id: Id }), body: OperatorProof, response: { 200: Message } },
})

const Jwk = Type.Object({
  kty: Type.String(),
  crv: Type.String(),
  x: Type.String(),
  kid: Type.String(),
  alg: Type.String(),
  use: Type.String(),
})

export const getJwks = defineRoute({
  id: 'getJwks',
  service: 'identity',
  method: 'GET',
  url: '/.well-known/jwks.json',
  access: 'public',
  internal: true,
  summary: 'The public keys that verify tokens (RFC 7517)',
  schema: { response: { 200: Type.Object({ keys: Type.Array(Jwk) }) } },
})

export const getRevocations = defineRoute({
  id: 'getRevocations',
  service: 'identity',
  method: 'GET',
  url: '/internal/revocations',
  access: 'public',
  internal: true,
  summary: 'Users whose tokens were ended within a token life: tokens issued before `tokensInvalidBefore` (seconds) are refused',
  schema: {
    response: { 200: Type.Array(Type.Object({ userId: Id, tokensInvalidBefore: Type.Integer() })) },
  },
})

export const getEndedSessions = defineRoute({
  id: 'getEndedSessions',
  service: 'identity',
  method: 'GET',
  url: '/internal/ended-sessions',
  access: 'public',
  internal: true,
  summary: 'Single tokens (by `jti`) that were signed out before their time, until that is over (`expiresAt`, seconds)',
  schema: {
    response: { 200: Type.Array(Type.Object({ tokenId: Id, expiresAt: Type.Integer() })) },
  },
})
