import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Instant, nullableInteger, nullableText, pageQuery, text } from '../primitives.ts'

export const sendContact = defineRoute({
  id: 'sendContact',
  service: 'notifications',
  method: 'POST',
  url: '/contact',
  access: 'public',
  idempotent: true,
  summary: 'The contact form: stored, then mailed to support with the sender as reply-to, and listed in the spreadsheet if there is one',
  schema: {
    body: Type.Object(
      {
        first_name: text(100),
        last_name: text(100),
        mail: text(254),
        mobile: Type.Optional(text(30)),
        message: Type.Optional(text(5000)),
      },
      { additionalProperties: false },
    ),
    response: { 200: Type.Object({ success: Type.Boolean(), message: Type.String() }) },
  },
})

/** One thing that happened, as listed for a user and as sent on the live stream. */
export const Notification = Type.Object({
  id: Type.Integer({ description: 'grows; the Last-Event-ID of the stream' }),
  type: Type.String({ description: 'the type of the domain event' }),
  message: Type.String({ description: 'a sentence; empty for what only refreshes screens' }),
  companyProfileId: nullableText('the company it is about'),
  taskId: nullableInteger,
  DocId: Type.Optional(nullableInteger),
  createdAt: Instant,
})
export type Notification = Type.Static<typeof Notification>

export const listNotifications = defineRoute({
  id: 'listNotifications',
  service: 'notifications',
  method: 'GET',
  url: '/notifications',
  access: 'signed-in',
  summary: 'What happened that concerns the caller, newest first (50 unless asked)',
  schema: { querystring: pageQuery(200), response: { 200: Type.Array(Notification) } },
})

export const streamNotifications = defineRoute({
  id: 'streamNotifications',
  service: 'notifications',
  method: 'GET',
  url: '/notifications/stream',
  access: 'signed-in',
  stream: true,
  summary: 'The same as server-sent events, resumable by Last-Event-ID, with a heartbeat comment every 15 s',
  schema: { response: { 200: Type.String() } },
})
