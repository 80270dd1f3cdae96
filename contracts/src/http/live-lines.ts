import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id } from '../primitives.ts'

/** Names the line and the stream on it, as `<line>/<stream>`, by which a live stream is to be answered; in its answer, by which it is. */
export const LIVE_LINE = 'x-internal-live-line'

/** What comes on a live line: JSON, ended by a line feed. */
export const LiveFrame = Type.Object({
  to: Type.Array(Type.Integer({ minimum: 0 }), { description: 'the streams of this line that it is for' }),
  text: Type.Optional(Type.String({ description: 'as their readers get it; absent: they end' })),
})
export type LiveFrame = Type.Static<typeof LiveFrame>

export const openLiveLine = defineRoute({
  id: 'openLiveLine',
  service: 'notifications',
  method: 'GET',
  url: '/internal/live-lines/:line',
  access: 'public',
  internal: true,
  stream: true,
  summary: 'Carries all live streams that one gateway passes on: what many of them are told comes once, as lines of JSON',
  schema: { params: Type.Object({ line: Id }), response: { 200: Type.String() } },
})

export const leaveLiveLine = defineRoute({
  id: 'leaveLiveLine',
  service: 'notifications',
  method: 'POST',
  url: '/internal/live-lines/:line/left',
  access: 'public',
  internal: true,
  summary: 'The readers of these streams of a line have left',
  schema: {
    params: Type.Object({ line: Id }),
    body: Type.Object({ streams: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 20_000 }) }),
    response: { 200: Type.Object({ success: Type.Boolean() }) },
  },
})
