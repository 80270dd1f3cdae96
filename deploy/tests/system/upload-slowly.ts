import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

interface Form {
  payload: Buffer
  headers: Record<string, string>
}

const PIECES = 20

/** Sends a form in chunks over `ms` milliseconds. `begun` resolves after the first chunks. Rejects if there is no response. */
export function uploadSlowly(url: string, { payload, headers }: Form, ms: number) {
  const sending = request(url, { method: 'POST', headers: { ...headers, 'content-length': payload.length } })
  const answered = once(sending, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    body: response && (await text(response)),
  }))
  // The server may respond and close the connection before the end of the upload. The request then emits an error.
  sending.on('error', () => {})
  const begun = Promise.withResolvers<void>()
  const size = Math.ceil(payload.length / PIECES)
  const send = async () => {
    for (let piece = 0; piece < PIECES && !sending.destroyed; piece++) {
      sending.write(payload.subarray(piece * size, (piece + 1) * size))
      if (piece === 2) begun.resolve()
      await sleep(ms / PIECES)
    }
    sending.end()
  }
  void send()
  return { begun: begun.promise, answered }
}
