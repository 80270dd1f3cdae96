import type { Readable, Writable } from 'node:stream'
import type { App } from '@app/chassis/http/app.ts'
import type { TokenClaims } from '@app/chassis/http/auth.ts'
import { stopping } from '@app/chassis/http/errors.ts'
import type { OnRevoked } from '@app/chassis/http/revocations.ts'

export type OpenStreams = ReturnType<typeof openStreams>

/** Ends live streams when their token is revoked or when the gateway closes. Clients then reconnect. */
export function openStreams(app: App, whenRevoked: OnRevoked) {
  const open = new Map<Readable, Writable>()
  let isClosing = false

  function end(response: Writable, stream: Readable): void {
    stream.unpipe()
    response.end()
  }

  app.addHook('preClose', async () => {
    isClosing = true
    for (const [stream, response] of open) end(response, stream)
  })
  return {
    /** Throws 503 when the gateway is closing. */
    checkOpen(): void {
      if (isClosing) throw stopping()
    },
    track(claims: TokenClaims, response: Writable, stream: Readable): void {
      open.set(stream, response)
      const stopWaiting = whenRevoked(claims, () => end(response, stream))
      stream.once('close', () => {
        stopWaiting()
        open.delete(stream)
      })
      // If the gateway started to close before the response arrived, the stream ends directly after its headers are sent.
      if (isClosing) setImmediate(end, response, stream)
    },
  }
}
