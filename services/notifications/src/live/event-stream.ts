import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface EventStream {
  write(block: string): void
  /** Ends it in good order. Resolves when the reader has everything, or is cut off for not reading. */
  end(): Promise<void>
}

/** A reader that has this much waiting does not read any more. */
const MOST_UNREAD_BYTES = 256 * 1024
const END_LIMIT_MS = 1_000
const RECONNECT_AFTER_MS = 2_000

/** A comment, as a stream carries it. */
export const commentBlock = (text: string): string => `: ${text}\n\n`

/** An event, as a stream carries it; one without data only moves the reader's Last-Event-ID. */
export function eventBlock({ id, name, data }: { id?: string; name?: string; data?: string }): string {
  const lines = [...(id ? [`id: ${id}`] : []), ...(name ? [`event: ${name}`] : []), ...(data ? [`data: ${data}`] : [])]
  return `${lines.join('\n')}\n\n`
}

/** What every stream begins with. */
export const BEGINNING = `retry: ${RECONNECT_AFTER_MS}\n: connected\n\n`

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const

/** Takes the reply over and begins a stream of server-sent events on it. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply.hijack()
  // A reader that hung up before we got here does not close again.
  if (raw.destroyed) setImmediate(onClose)
  else raw.once('close', onClose)
  raw.on('error', () => raw.destroy())
  // An ended stream must not leave an idle connection for the shutdown to wait for.
  raw.writeHead(200, { ...streamHeaders, connection: 'close' })

  function write(block: string): void {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(block)
    if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
  }
  write(BEGINNING)
  return { write, end: () => endOf(raw) }
}

function endOf(raw: ServerResponse): Promise<void> {
  if (raw.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => raw.destroy(), END_LIMIT_MS)
  raw.once('close', () => {
    clearTimeout(timer)
    resolve()
  })
  raw.end()
  return promise
}
