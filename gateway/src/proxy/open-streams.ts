import type { Readable, Writable } from 'node:stream'
import { stopping } from '@app/chassis/errors.ts'
import type { App } from '@app/chassis/http/app.ts'
import type { TokenClaims } from '@app/chassis/http/auth.ts'
import type { OnRevoked } from '@app/chassis/http/revocations.ts'

export interface OpenStreams {
  /** Throws when no more streams are begun. */
  checkOpen(): void
  /** Keeps one that is being passed on. */
  track(claims: TokenClaims, response: Writable, stream: Readable): void
}

/**
 * Ends event streams in good order when their tokens are ended and when the gateway closes: they have no end of their
 * own, and clients come back by themselves.
 */
export function openStreams(app: App, whenRevoked: OnRevoked): OpenStreams {
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
    checkOpen() {
      if (isClosing) throw stopping()
    },
    track(claims, response, stream) {
      open.set(stream, response)
      const stopWaiting = whenRevoked(claims, () => end(response, stream))
      stream.once('close', () => {
        stopWaiting()
        open.delete(stream)
      })
      // Its answer began too late: it is to be passed on before it can be ended.
      if (isClosing) setImmediate(end, response, stream)
    },
  }
}
