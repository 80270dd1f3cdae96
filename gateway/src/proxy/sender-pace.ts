import { AppError } from '@app/chassis/errors.ts'
import type { FastifyRequest } from 'fastify'

/** Less than any line that people send files by. */
const FLOOR_BYTES_PER_SECOND = 1_000

export const tooSlow = (): AppError => new AppError('too-slow', 'slow-sender', 'This request took too long to arrive.')

/**
 * Watches how fast a body arrives. `end` is called at the end of the first window in which less came than the floor,
 * unless it was us who did not take more: at its end, or at its beginning, since who is taken from again may not have sent yet.
 */
export function watchPace({ raw }: FastifyRequest, windowMs: number, isWaiting: () => boolean, end: () => void): void {
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
