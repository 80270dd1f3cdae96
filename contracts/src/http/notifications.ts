import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Instant, nullableInteger, nullableText, pageQuery, strictObject, text } from '../primitives.ts'

export const sendContact = defineRoute({
  id: 'sendContact',
  method: 'POST',
  url: '/contact',
  access: 'public',
  idempotent: true,
  summary:
    'Receives the contact form. It is stored, emailed to support with the sender as reply-to, and added to the spreadsheet if there is one',
  schema: {
    body: strictObject({
      first_name: text(100),
      last_name: text(100),
      mail: text(254),
      mobile: Type.Optional(text(30)),
      message: Type.Optional(text(5000)),
    }),
    response: { 200: Type.Object({ success: Type.Boolean(), message: Type.String() }) },
  },
})

export const Notification = Type.Object({
  id: Type.Integer({ description: 'unique and increasing; notifications may arrive in another order' }),
  type: Type.String({ description: 'the type of the domain event' }),
  message: Type.String({ description: 'text for the user; empty if the event only refreshes screens' }),
  companyProfileId: nullableText('the company that the event is about'),
  taskId: nullableInteger,
  DocId: nullableInteger,
  createdAt: Instant,
})
export type Notification = Type.Static<typeof Notification>

export const listNotifications = defineRoute({
  id: 'listNotifications',
  method: 'GET',
  url: '/notifications',
  access: 'signed-in',
  summary: 'Lists notifications of the caller, newest first (50 by default)',
  schema: { querystring: pageQuery(200), response: { 200: Type.Array(Notification) } },
})

export const streamNotifications = defineRoute({
  id: 'streamNotifications',
  method: 'GET',
  url: '/notifications/stream',
  access: 'signed-in',
  stream: true,
  summary:
    'Streams notifications as server-sent events, resumable by Last-Event-ID, with a heartbeat comment every 15 s. The event `reload` means that clients must reload their data',
  schema: { response: { 200: Type.String() } },
})
