import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, strictObject, text } from '../primitives.ts'
import { ADMIN_NAME_DEFAULT, ADMIN_NAME_MAX } from '../rules/admin-names.ts'

export const Password = Type.String({ maxLength: 1000, description: 'secret: never logged or stored in plain text' })
/** Size limit of bodies with a password, in bytes. Visitors send these bodies, and usual ones are shorter than 200 bytes. */
export const PASSWORD_BYTES_MAX = 4_000
const Token = Type.String({ description: 'secret: a bearer token' })
const Credentials = strictObject({ email: text(254), password: Password })

export const signIn = defineRoute({
  id: 'signIn',
  method: 'POST',
  url: '/auth',
  access: 'public',
  summary:
    'Signs in a business owner. 401 with the same message for an unknown email address and a wrong password; 429 after too many attempts',
  bodyMaxBytes: PASSWORD_BYTES_MAX,
  schema: { body: Credentials, response: { 200: Type.Object({ Token, message: Type.String() }) } },
})

export const signUp = defineRoute({
  id: 'signUp',
  method: 'POST',
  url: '/user',
  access: 'public',
  idempotent: true,
  summary: 'Creates an account. 409 if the email address is taken, 422 for an invalid field',
  bodyMaxBytes: PASSWORD_BYTES_MAX,
  schema: {
    body: strictObject({ username: text(100), email: text(254), password: Password }),
    response: { 201: Message },
  },
})

export const requestReset = defineRoute({
  id: 'requestReset',
  method: 'POST',
  url: '/reset-password',
  access: 'public',
  idempotent: true,
  summary: 'Sends a password reset code by email. The response is the same for known and unknown email addresses',
  schema: { body: strictObject({ email: text(254) }), response: { 200: Message } },
})

export const resetPassword = defineRoute({
  id: 'resetPassword',
  method: 'POST',
  url: '/reset-password/:code',
  access: 'public',
  idempotent: true,
  summary: 'Sets a new password with the emailed code. With `email`, wrong attempts count against the code of that address',
  bodyMaxBytes: PASSWORD_BYTES_MAX,
  schema: {
    params: Type.Object({ code: text(20) }),
    body: strictObject({ password: Password, email: Type.Optional(text(254)) }),
    response: { 200: Message },
  },
})

/** Six digits of an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
const code = text(40)
const recoveryCodes = Type.Array(Type.String(), { description: 'secret: each replaces one code of the app; returned only this time' })

/** The secret for an authenticator app. The 403 error `second-factor-to-set-up` contains this object as `secondFactor`. */
export const SecondFactorSecret = Type.Object({
  secret: Type.String({ description: 'secret: base32, for manual input' }),
  otpauthUrl: Type.String({ description: 'secret: the same as an otpauth URL, for a QR code' }),
})
export type SecondFactorSecret = Type.Static<typeof SecondFactorSecret>

/**
 * Signs in an admin. Errors after a correct password: 401 `second-factor-required` if the request has no code, 401 `wrong-second-factor`
 * for a wrong code, and 403 `second-factor-to-set-up` if a second factor is required but not set up. The 403 response contains a secret for
 * an authenticator app. The next sign-in with a code of this app sets up the second factor and returns `recoveryCodes`.
 */
export const adminSignIn = defineRoute({
  id: 'adminSignIn',
  method: 'POST',
  url: '/admin/login',
  access: 'public',
  summary: 'Signs in an admin, with a code if a second factor is set up or required',
  bodyMaxBytes: PASSWORD_BYTES_MAX,
  schema: {
    body: strictObject({ ...Credentials.properties, code: Type.Optional(code) }),
    response: { 200: Type.Object({ token: Token, message: Type.String(), recoveryCodes: Type.Optional(recoveryCodes) }) },
  },
})

export const beginSecondFactor = defineRoute({
  id: 'beginSecondFactor',
  method: 'POST',
  url: '/admin/second-factor',
  access: 'admin',
  summary: 'Creates the secret of a second factor. `PUT` sets it up with a code. 409 if a second factor is set up already',
  schema: { response: { 200: SecondFactorSecret } },
})

const SecondFactorCode = strictObject({ code })

export const confirmSecondFactor = defineRoute({
  id: 'confirmSecondFactor',
  method: 'PUT',
  url: '/admin/second-factor',
  access: 'admin',
  summary:
    'Sets up the second factor with a code of its secret. All tokens of the admin end, and the response contains a new one. 422 for a wrong ' +
    'code, 409 without a secret or if it is set up already',
  schema: {
    body: SecondFactorCode,
    response: { 200: Type.Object({ recoveryCodes, token: Token }) },
  },
})

export const removeSecondFactor = defineRoute({
  id: 'removeSecondFactor',
  method: 'DELETE',
  url: '/admin/second-factor',
  access: 'admin',
  summary: 'Removes the second factor, with one of its codes. 422 for a wrong code, 409 if a second factor is required or not set up',
  schema: { body: SecondFactorCode, response: { 200: Message } },
})

export const AdminAccount = Type.Object({
  _id: Id,
  email: Type.String(),
  username: Type.String(),
  createdAt: Instant,
  hasSecondFactor: Type.Boolean(),
  isOperator: Type.Boolean({ description: 'may use the operations area' }),
})
export type AdminAccount = Type.Static<typeof AdminAccount>

export const listAdmins = defineRoute({
  id: 'listAdmins',
  method: 'GET',
  url: '/admin/admins',
  access: 'admin',
  summary: 'Lists all admins, oldest first',
  schema: { response: { 200: Type.Array(AdminAccount) } },
})

export const setMyName = defineRoute({
  id: 'setMyName',
  method: 'PUT',
  url: '/admin/me/name',
  access: 'admin',
  idempotent: true,
  summary: `Sets the name of the calling admin, which owners see. An empty name resets it to "${ADMIN_NAME_DEFAULT}". 422 for links and addresses`,
  schema: {
    body: strictObject({ name: text(ADMIN_NAME_MAX) }),
    response: { 200: Type.Object({ username: Type.String() }) },
  },
})

/** Proof of identity for a critical action: a code of the second factor, or the password if there is no second factor. */
export const OperatorProof = strictObject({ code: Type.Optional(code), password: Type.Optional(Password) })

export const removeAdmin = defineRoute({
  id: 'removeAdmin',
  method: 'DELETE',
  url: '/admin/admins/:id',
  access: 'operator',
  summary:
    'Removes an admin. All tokens of the admin are revoked, and the admin gets no more emails. 422 without a valid code or password, 409 for the caller’s own account, because one operator must remain',
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
  method: 'GET',
  url: '/.well-known/jwks.json',
  access: 'public',
  internal: true,
  summary: 'Returns the public keys that verify tokens (RFC 7517)',
  schema: { response: { 200: Type.Object({ keys: Type.Array(Jwk) }) } },
})

export const getRevocations = defineRoute({
  id: 'getRevocations',
  method: 'GET',
  url: '/internal/revocations',
  access: 'public',
  internal: true,
  summary:
    'Lists users whose tokens were revoked within the lifetime of a token. Tokens issued before `tokensInvalidBefore` (seconds) are rejected',
  schema: {
    response: { 200: Type.Array(Type.Object({ userId: Id, tokensInvalidBefore: Type.Integer() })) },
  },
})

export const getEndedSessions = defineRoute({
  id: 'getEndedSessions',
  method: 'GET',
  url: '/internal/ended-sessions',
  access: 'public',
  internal: true,
  summary: 'Lists tokens (by `jti`) that were revoked by signing out and have not expired yet (`expiresAt`, seconds)',
  schema: {
    response: { 200: Type.Array(Type.Object({ tokenId: Id, expiresAt: Type.Integer() })) },
  },
})
