import { type Ask, Refused, type RequestOptions } from './ask.ts'

/**
 * Sends a request twice at the same time, as a double click does. The product may refuse one or both requests with `status`. Returns the
 * responses of the requests that succeeded.
 */
export async function sendTwice<T = object>(ask: Ask, request: RequestOptions, status: number): Promise<T[]> {
  const send = () => ask<T>({ ...request, expectedRefusal: status })
  const results = await Promise.allSettled([send(), send()])
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value]
    if (result.reason instanceof Refused && result.reason.status === status) return []
    throw result.reason
  })
}
