import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { answer } from './worker.ts'

export interface Caller {
  token: string
  /** Client IP address, sent to the gateway in X-Forwarded-For. */
  address: string
}

/** With `open`, the worker opens `each` more connections per caller. The worker always returns the numbers of open connections. */
export interface HeldQuestion {
  open?: { kind: 'streams' | 'uploads'; url: string; callers: readonly Caller[]; each: number }
}

/** Numbers of streams and uploads that are still open. */
export interface Held {
  streams: number
  uploads: number
  /** Number of notifications received, summed over all streams. */
  received: number
}

interface Upload {
  outgoing: ClientRequest
  begun: number
  sent: number
}

const AT_ONCE = 50
/** Upload rate. The gateway closes uploads that are slower than 1 kB per second. */
const BYTES_PER_SECOND = 1_200
const TICK_MS = 25
/** Number of ticks (`TICK_MS`) between two chunks of an upload. At each tick, one twentieth of the uploads send data. */
const TICKS_BETWEEN = 20

const streams = new Set<IncomingMessage>()
const uploads = new Set<Upload>()
let received = 0
/** A form with a picture. Its upload takes minutes at `BYTES_PER_SECOND`. */
const form = await multipart({ title: 'Winter blend launch' }, { referenceImage: png({ padding: 1_000_000 }) })

const headersOf = ({ token, address }: Caller) => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': address })

async function openStream(url: string, caller: Caller): Promise<void> {
  const headers = { ...headersOf(caller), accept: 'text/event-stream' }
  const outgoing = request(`${url}/api/notifications/stream`, { agent: false, headers }).end()
  const [stream] = (await once(outgoing, 'response')) as [IncomingMessage]
  if (stream.statusCode !== 200) throw new Error(`A stream was rejected with status ${stream.statusCode}`)
  stream.on('error', () => {})
  await once(stream, 'data')
  streams.add(stream)
  stream.once('close', () => streams.delete(stream))
  stream.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1').split('event: notification\n').length - 1
  })
}

async function beginUpload(url: string, caller: Caller): Promise<void> {
  const headers = { ...headersOf(caller), ...form.headers, 'content-length': form.payload.length }
  const outgoing = request(`${url}/api/task/create-task`, { method: 'POST', agent: false, headers })
  const upload = { outgoing, begun: performance.now(), sent: 0 }
  uploads.add(upload)
  outgoing.on('error', () => {})
  for (const end of ['response', 'close']) outgoing.once(end, () => uploads.delete(upload))
  outgoing.flushHeaders()
  await once(outgoing, 'socket')
}

/** Sends all bytes that are due by now. A late timer therefore does not reduce the rate. */
function drip(upload: Upload): void {
  const due = Math.floor(((performance.now() - upload.begun) * BYTES_PER_SECOND) / 1_000)
  upload.outgoing.write(form.payload.subarray(upload.sent, due))
  upload.sent = due
}

let tick = 0
setInterval(() => {
  tick = (tick + 1) % TICKS_BETWEEN
  for (const [index, upload] of [...uploads].entries()) if (index % TICKS_BETWEEN === tick) drip(upload)
}, TICK_MS)

async function hold({ open }: HeldQuestion): Promise<Held> {
  if (open) {
    const { kind, url, callers, each } = open
    const begin = kind === 'streams' ? openStream : beginUpload
    const all = callers.flatMap((caller) => Array<Caller>(each).fill(caller))
    for (let at = 0; at < all.length; at += AT_ONCE) {
      await Promise.all(all.slice(at, at + AT_ONCE).map((caller) => begin(url, caller)))
    }
  }
  return { streams: streams.size, uploads: uploads.size, received }
}

answer(hold)
