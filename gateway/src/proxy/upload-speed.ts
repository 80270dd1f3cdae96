import { AppError } from '@app/chassis/errors.ts'
import type { FastifyRequest } from 'fastify'

/** Minimum upload speed. Usual connections are faster. */
const FLOOR_BYTES_PER_SECOND = 1_000

export const tooSlow = (): AppError => new AppError('too-slow', 'slow-sender', 'This request took too long to arrive.')

/**
 * Measures the speed of a request body in time windows. Calls `end` after the first window with less than the minimum speed. A window
 * counts only if the gateway waits for bytes at its start and at its end (`isWaiting`), and does not pause the body (backpressure).
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
