import type { ServerResponse } from 'node:http'
import { AppError, stopping } from '@app/chassis/errors.ts'
import { LIVE_LINE, type LiveFrame } from '@app/contracts/http/live-lines.ts'
import type { FastifyReply } from 'fastify'
import { BEGINNING, type EventStream, streamHeaders } from './event-stream.ts'

interface Line {
  raw: ServerResponse
  /** What is to be done when a stream on it is over. */
  streams: Map<number, () => void>
  /** To be sent when this turn of the event loop is over. */
  frames: LiveFrame[]
}

/** A gateway that has this much waiting does not read any more. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024

const named = /^([\da-f-]{36})\/(\d{1,15})$/

function flush({ raw, frames }: Line): void {
  if (raw.writable && frames.length > 0) raw.write(`${frames.map((frame) => JSON.stringify(frame)).join('\n')}\n`)
  frames.length = 0
  if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
}

/** What many streams are told one after the other is one frame. */
function put(line: Line, to: number, text?: string): void {
  const last = line.frames.at(-1)
  if (!last) setImmediate(flush, line)
  if (last && last.text === text) last.to.push(to)
  else line.frames.push({ to: [to], text })
}

function leave({ streams }: Line, stream: number): void {
  const onClose = streams.get(stream)
  if (streams.delete(stream)) onClose?.()
}

function streamOn(line: Line, stream: number): EventStream {
  const write = (block: string): void => {
    if (line.streams.has(stream)) put(line, stream, block)
  }
  write(BEGINNING)
  return {
    write,
    async end() {
      if (line.streams.has(stream)) put(line, stream)
      leave(line, stream)
    },
  }
}

/** The lines by which gateways have their streams' events, each once for all who are told the same. */
export function createLines() {
  const lines = new Map<string, Line>()
  let isClosed = false

  return {
    /** Begins a line as the answer to a request. */
    open(id: string, reply: FastifyReply): void {
      if (isClosed) throw stopping()
      if (lines.has(id)) throw new AppError('line-open', 'conflict', 'There is a line of this name.')
      const { raw } = reply.hijack()
      // One that hung up before we got here does not close again.
      if (raw.destroyed) return
      const line: Line = { raw, streams: new Map(), frames: [] }
      lines.set(id, line)
      raw.once('close', () => {
        lines.delete(id)
        for (const stream of [...line.streams.keys()]) leave(line, stream)
      })
      raw.on('error', () => raw.destroy())
      raw.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store', connection: 'close' })
      raw.flushHeaders()
    },
    /** Answers a request for a stream by the line that its header names; undefined where none is open here. */
    openStream(header: unknown, reply: FastifyReply, onClose: () => void): EventStream | undefined {
      const [name, id = '', number = ''] = named.exec(String(header)) ?? []
      const line = lines.get(id)
      const stream = Number(number)
      if (name === undefined || !line || line.streams.has(stream)) return undefined
      line.streams.set(stream, onClose)
      reply.headers({ ...streamHeaders, [LIVE_LINE]: name }).send('')
      return streamOn(line, stream)
    },
    /** The readers of these streams have left. */
    leave(id: string, streams: readonly number[]): void {
      const line = lines.get(id)
      if (line) for (const stream of streams) leave(line, stream)
    },
    /** Ends all lines, and lets none in any more. */
    close(): void {
      isClosed = true
      for (const line of lines.values()) {
        flush(line)
        line.raw.end()
      }
    },
  }
}

export type Lines = ReturnType<typeof createLines>
