import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Message, oneOf } from '../primitives.ts'

export const Role = oneOf(['owner', 'admin'])
export type Role = Type.Static<typeof Role>

export const Me = Type.Object({
  _id: Id,
  email: Type.String(),
  username: Type.String(),
  role: Role,
  emailVerified: Type.Boolean({ description: 'whether the user confirmed the email address' }),
})
export type Me = Type.Static<typeof Me>

export const getMe = defineRoute({
  id: 'getMe',
  method: 'GET',
  url: '/me',
  access: 'signed-in',
  summary: 'Returns the signed-in user',
  schema: { response: { 200: Me } },
})

export const signOut = defineRoute({
  id: 'signOut',
  method: 'POST',
  url: '/sign-out',
  access: 'signed-in',
  summary: 'Revokes the token of this request in all processes. Other tokens of the user stay valid',
  schema: { response: { 200: Message } },
})

export const signOutEverywhere = defineRoute({
  id: 'signOutEverywhere',
  method: 'POST',
  url: '/sign-out/everywhere',
  access: 'signed-in',
  summary: 'Revokes all tokens of the user',
  schema: { response: { 200: Message } },
})
