import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Message, oneOf, text } from '../primitives.ts'

export const Role = oneOf(['owner', 'admin'])
export type Role = Type.Static<typeof Role>

export const Me = Type.Object({ _id: Id, email: Type.String(), username: Type.String(), role: Role })
export type Me = Type.Static<typeof Me>

const Credentials = Type.Object({ email: text(254), password: text(1000) }, { additionalProperties: false })

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
  schema: { body: Credentials, response: { 200: Type.Object({ Token: Type.String(), message: Type.String() }) } },
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
    body: Type.Object({ username: text(100), email: text(254), password: text(1000) }, { additionalProperties: false }),
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
    body: Type.Object({ password: text(1000), email: Type.Optional(text(254)) }, { additionalProperties: false }),
    response: { 200: Message },
  },
})

export const adminSignIn = defineRoute({
  id: 'adminSignIn',
  service: 'identity',
  method: 'POST',
  url: '/admin/login',
  access: 'public',
  summary: 'Sign in as an admin',
  schema: { body: Credentials, response: { 200: Type.Object({ token: Type.String(), message: Type.String() }) } },
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
