import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface EventStream {
  write(text: string): void
  /** Resolves when all text was sent or the client disconnected. */
  end(): Promise<void>
}

/** The stream is closed if more bytes than this are unsent. */
const UNSENT_BYTES_MAX = 256 * 1024
const END_TIMEOUT_MS = 1_000
const RECONNECT_AFTER_MS = 2_000

export const toComment = (text: string): string => `: ${text}\n\n`

/** Formats a server-sent event. An event without data only sets the client's `Last-Event-ID`. */
export function toServerSentEvent({ id, name, data }: { id?: string; name?: string; data?: string }): string {
  const lines = [...(id ? [`id: ${id}`] : []), ...(name ? [`event: ${name}`] : []), ...(data ? [`data: ${data}`] : [])]
  return `${lines.join('\n')}\n\n`
}

/** The first text of every stream. It sets the client's reconnect delay. */
export const PREAMBLE = `retry: ${RECONNECT_AFTER_MS}\n: connected\n\n`

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const

/** Starts a stream in the body of the response. `onClose` is called when the connection closes. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply.hijack()
  // A response that is already closed emits no `close` event.
  if (raw.destroyed) setImmediate(onClose)
  else raw.once('close', onClose)
  raw.on('error', () => raw.destroy())
  // An idle keep-alive connection would delay the shutdown.
  raw.writeHead(200, { ...streamHeaders, connection: 'close' })

  function write(text: string): void {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(text)
    if (raw.writableLength > UNSENT_BYTES_MAX) raw.destroy()
  }
  write(PREAMBLE)
  return { write, end: () => endResponse(raw) }
}

function endResponse(raw: ServerResponse): Promise<void> {
  if (raw.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => raw.destroy(), END_TIMEOUT_MS)
  raw.once('close', () => {
    clearTimeout(timer)
    resolve()
  })
  raw.end()
  return promise
}
