import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id } from '../primitives.ts'

/**
 * The protocol between a gateway and a replica of notifications. One upstream connection carries the live streams of all subscribers. With
 * this protocol, all processes together take 35 ms of CPU time to send an event to 2,000 streams. With one connection per stream, they take
 * 164 ms (`npm run bench -- streams`, docs/decisions/http-and-gateway.md).
 *
 * - **Connection.** The gateway opens a connection with `openStreamConnection` and a new id. The response does not end. Its body is a
 *   sequence of frames: one JSON object per line.
 * - **Stream.** The gateway also sends each subscriber's request to the replica, with the subscriber's token and `Last-Event-ID`. The
 *   header `MULTIPLEXED_STREAM` contains `<connection>/<number>`, and the number identifies the stream. The replica rejects the request, or
 *   responds with the same header and an empty body. The text of the stream comes in frames, and some frames may arrive before that
 *   response. If the replica does not have the connection, it responds without the header, and the body of the response is the stream.
 * - **Fan-out.** A frame names all streams that get the same text. A frame without text ends the streams that it names.
 * - **Close.** With `closeStreams`, the gateway reports to the replica which streams of subscribers are closed. If a later frame names a
 *   closed stream, the gateway calls `closeStreams` again. When the connection closes, all of its streams end, and their subscribers
 *   reconnect.
 * - **Backpressure.** A single stream has no backpressure. The gateway disconnects a subscriber with too much unsent text. The replica
 *   closes a connection with too many unsent frames.
 */

export const MULTIPLEXED_STREAM = 'x-internal-multiplexed-stream'

export interface StreamFrame {
  to: number[]
  /** Server-sent events as text. A frame without text ends the streams in `to`. */
  text?: string
}

export const openStreamConnection = defineRoute({
  id: 'openStreamConnection',
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
