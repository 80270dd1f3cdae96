import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id } from '../primitives.ts'

/**
 * The protocol between a gateway and a replica of notifications, which carries all live streams of the gateway's subscribers over one
 * upstream connection. An event to 2,000 streams takes 39 ms of CPU time that way, and 164 ms with a connection for each stream
 * (`npm run bench -- streams`, ADR 0051).
 *
 * - **Connection.** The gateway opens it with `openStreamConnection` and a new id. The response does not end. Its body is a
 *   sequence of frames: JSON, each on a line.
 * - **Stream.** Each subscriber's request is still sent to the replica, with the token and the `Last-Event-ID`. The header
 *   `MULTIPLEXED_STREAM` names the connection and a number for the stream, as `<connection>/<number>`. The replica rejects the request,
 *   or responds with the same header and an empty body: the text of the stream then comes in frames, of which some may arrive before that
 *   response. A replica that does not have the connection responds without the header, and the body of the response is the stream.
 * - **Fan-out.** A frame names all streams that get the same text. A frame without text ends its streams.
 * - **Close.** The gateway reports the streams whose subscribers disconnected with `closeStreams`, and reports a stream again when a
 *   frame names it later. When the connection closes, all of its streams end, and their subscribers reconnect.
 * - **Backpressure.** There is none for a single stream. The gateway disconnects a subscriber with too much unsent text, and the replica
 *   closes a connection with too many unsent frames.
 */

export const MULTIPLEXED_STREAM = 'x-internal-multiplexed-stream'

export interface StreamFrame {
  to: number[]
  /** Server-sent events as text. If absent, the streams end. */
  text?: string
}

export const openStreamConnection = defineRoute({
  id: 'openStreamConnection',
  service: 'notifications',
  method: 'GET',
  url: '/internal/stream-connections/:connection',
  access: 'public',
  internal: true,
  stream: true,
  summary: 'Carries the live streams of one gateway as lines of JSON',
  schema: { params: Type.Object({ connection: Id }), response: { 200: Type.String() } },
})

export const closeStreams = defineRoute({
  id: 'closeStreams',
  service: 'notifications',
  method: 'POST',
  url: '/internal/stream-connections/:connection/closed',
  access: 'public',
  internal: true,
  summary: 'Reports streams whose subscribers disconnected',
  schema: {
    params: Type.Object({ connection: Id }),
    body: Type.Object({ streams: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 20_000 }) }),
    response: { 200: Type.Object({ success: Type.Boolean() }) },
  },
})
