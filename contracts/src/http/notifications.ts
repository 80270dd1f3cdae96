import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Instant, nullableInteger, nullableText, oneOf, pageQuery, text } from '../primitives.ts'

export const sendContact = defineRoute({
  id: 'sendContact',
  service: 'notifications',
  method: 'POST',
  url: '/contact',
  access: 'public',
  idempotent: true,
  summary:
    'Receives the contact form. It is stored, emailed to support with the sender as reply-to, and added to the spreadsheet if there is one',
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
  service: 'notifications',
  method: 'GET',
  url: '/notifications',
  access: 'signed-in',
  summary: 'Lists notifications of the caller, newest first (50 by default)',
  schema: { querystring: pageQuery(200), response: { 200: Type.Array(Notification) } },
})

export const streamNotifications = defineRoute({
  id: 'streamNotifications',
  service: 'notifications',
  method: 'GET',
  url: '/notifications/stream',
  access: 'signed-in',
  stream: true,
  summary:
    'Streams notifications as server-sent events, resumable by Last-Event-ID, with a heartbeat comment every 15 s. The event `reload` means that clients must reload their data',
  schema: { response: { 200: Type.String() } },
})

/** Features that are announced but not available yet. Owners can ask to be notified. */
export const announcedFeatures = ['tracking-expense', 'invoice'] as const
export type AnnouncedFeature = (typeof announcedFeatures)[number]

export const Interests = Type.Object({ features: Type.Array(oneOf(announcedFeatures)) })
export type Interests = Type.Static<typeof Interests>

export const listInterests = defineRoute({
  id: 'listInterests',
  service: 'notifications',
  method: 'GET',
  url: '/notifications/interests',
  access: 'owner',
  summary: 'Lists the announced features that the caller wants to be notified of',
  schema: { response: { 200: Interests } },
})

export const setInterest = defineRoute({
  id: 'setInterest',
  service: 'notifications',
  method: 'PUT',
  url: '/notifications/interests/:feature',
  access: 'owner',
  idempotent: true,
  summary: 'Sets whether the caller wants to be notified when an announced feature is available',
  schema: {
    params: Type.Object({ feature: oneOf(announcedFeatures) }),
    body: Type.Object({ wanted: Type.Boolean() }, { additionalProperties: false }),
    response: { 200: Interests },
  },
})

export const countInterests = defineRoute({
  id: 'countInterests',
  service: 'notifications',
  method: 'GET',
  url: '/notifications/interests/counts',
  access: 'admin',
  summary: 'Counts the owners who want to be notified of each announced feature',
  schema: { response: { 200: Type.Array(Type.Object({ feature: oneOf(announcedFeatures), count: Type.Integer() })) } },
})
