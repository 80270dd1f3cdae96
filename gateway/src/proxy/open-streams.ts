import type { Readable } from 'node:stream'
import { stopping } from '@app/chassis/errors.ts'
import type { App } from '@app/chassis/http/app.ts'
import type { WhenRevoked } from '@app/chassis/http/revocations.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface OpenStreams {
  /** Throws when no more streams are begun. */
  checkOpen(): void
  /** Keeps one that is being passed on. */
  track(request: FastifyRequest, reply: FastifyReply, stream: Readable): void
}

/**
 * Ends event streams in good order when their tokens are ended and when the gateway closes: they have no end of their
 * own, and clients come back by themselves.
 */
export function openStreams(app: App, whenRevoked: WhenRevoked): OpenStreams {
  const open = new Map<FastifyReply['raw'], Readable>()
  let isClosing = false

  function end(raw: FastifyReply['raw'], stream: Readable): void {
    stream.unpipe(raw)
    raw.end()
  }

  app.addHook('preClose', async () => {
    isClosing = true
    for (const [raw, stream] of open) end(raw, stream)
  })
  return {
    checkOpen() {
      if (isClosing) throw stopping()
    },
    track({ user }, { raw }, stream) {
      open.set(raw, stream)
      const stopWaiting = whenRevoked(user, () => end(raw, stream))
      raw.once('close', () => {
        stopWaiting()
        open.delete(raw)
      })
      // Its answer began too late: it is to be passed on before it can be ended.
      if (isClosing) setImmediate(end, raw, stream)
    },
  }
}
