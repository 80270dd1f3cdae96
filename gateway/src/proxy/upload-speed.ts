import type { App } from '@app/chassis/http/app.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { FastifyRequest } from 'fastify'

/** Minimum upload speed. Usual connections are faster. */
const FLOOR_BYTES_PER_SECOND = 1_000

export const tooSlow = (): AppError =>
  new AppError('too-slow', 'slow-sender', 'Your connection is too slow for this request. Please try again.')

/**
 * Measures the speed of a request body in time windows. Calls `end` after the first window with less than the minimum speed. If the gateway
 * pauses the body at the start or the end of a window (backpressure), the window does not count. `isWaiting` returns false during a pause.
 */
export function watchUploadSpeed({ raw }: FastifyRequest, windowMs: number, isWaiting: () => boolean, end: () => void): void {
  let before = raw.socket.bytesRead
  let wasWaiting = true
  const timer = setInterval(() => {
    const came = raw.socket.bytesRead - before
    before += came
    const waits = isWaiting()
    if (waits && wasWaiting && came < (FLOOR_BYTES_PER_SECOND * windowMs) / 1_000) end()
    wasWaiting = waits
  }, windowMs)
  const stop = () => clearInterval(timer)
  raw.once('end', stop)
  raw.once('close', stop)
}

/** Closes the connection of a client that sends the body of an answered request too slowly, for example after a 401. */
export function limitAnsweredBodies(app: App, windowMs: number): void {
  app.addHook('onResponse', async (request) => {
    const { raw } = request
    if (!raw.complete && !raw.destroyed)
      watchUploadSpeed(
        request,
        windowMs,
        () => true,
        () => raw.destroy(),
      )
  })
}
