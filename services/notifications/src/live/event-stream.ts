import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface EventStream {
  comment(text: string): void
  /** Sends an event; one without data only moves the reader's Last-Event-ID. */
  event(event: { id: number; name?: string; data?: string }): void
  /** Ends it in good order. Resolves when the reader has everything, or is cut off for not reading. */
  end(): Promise<void>
}

/** A reader that has this much waiting does not read any more. */
const MOST_UNREAD_BYTES = 256 * 1024
const END_LIMIT_MS = 1_000
const RECONNECT_AFTER_MS = 2_000

/** Takes the reply over and begins a stream of server-sent events on it. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply.hijack()
  // A reader that hung up before we got here does not close again.
  if (raw.destroyed) setImmediate(onClose)
  else raw.once('close', onClose)
  raw.on('error', () => raw.destroy())
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // An ended stream must not leave an idle connection for the shutdown to wait for.
    connection: 'close',
  })

  const write = (text: string): void => {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(text)
    if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
  }
  write(`retry: ${RECONNECT_AFTER_MS}\n: connected\n\n`)

  return {
    comment: (text) => write(`: ${text}\n\n`),
    event: ({ id, name, data }) => {
      const lines = [`id: ${id}`, ...(name ? [`event: ${name}`] : []), ...(data ? [`data: ${data}`] : [])]
      write(`${lines.join('\n')}\n\n`)
    },
    end: () => endOf(raw),
  }
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
