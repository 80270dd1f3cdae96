import { AppError } from '@app/chassis/errors.ts'
import type { FastifyRequest } from 'fastify'

/** Less than any line that people send files by. */
const FLOOR_BYTES_PER_SECOND = 1_000

export const tooSlow = (): AppError => new AppError('too-slow', 'slow-sender', 'This request took too long to arrive.')

/**
 * Watches how fast a body arrives. `end` is called at the end of the first window in which less came than the floor,
 * unless it was us who did not take more.
 */
export function watchPace({ raw }: FastifyRequest, windowMs: number, isWaiting: () => boolean, end: () => void): void {
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    const came = raw.socket.bytesRead - before
    before += came
    if (came < (FLOOR_BYTES_PER_SECOND * windowMs) / 1_000 && isWaiting()) end()
  }, windowMs)
  const stop = () => clearInterval(timer)
  raw.once('end', stop)
  raw.once('close', stop)
}
