import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { answer } from './worker.ts'

export interface Caller {
  token: string
  /** Where it calls from, as a proxy before the gateway says. */
  address: string
}

/** What to open beside what is open, so many for each caller; nothing where it is absent. */
export interface HeldQuestion {
  open?: { kind: 'streams' | 'uploads'; url: string; callers: readonly Caller[]; each: number }
}

/** What is open, and was not answered or ended by the other side. */
export interface Held {
  streams: number
  uploads: number
  /** What all streams were told, one for each that heard it. */
  told: number
}

interface Upload {
  asked: ClientRequest
  begun: number
  sent: number
}

const AT_ONCE = 50
/** The gateway ends what is slower than 1 kB a second. */
const BYTES_PER_SECOND = 1_200
const TICK_MS = 25
/** Each upload is sent a little at every so many ticks, and each tick to others. */
const TICKS_BETWEEN = 20

const streams = new Set<IncomingMessage>()
const uploads = new Set<Upload>()
let told = 0
/** A form with a picture, as a browser sends it, that takes minutes at this pace. */
const form = await multipart({ title: 'Winter blend launch' }, { referenceImage: png({ padding: 1_000_000 }) })

const headersOf = ({ token, address }: Caller) => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': address })

async function openStream(url: string, caller: Caller): Promise<void> {
  const headers = { ...headersOf(caller), accept: 'text/event-stream' }
  const asked = request(`${url}/api/notifications/stream`, { agent: false, headers }).end()
  const [stream] = (await once(asked, 'response')) as [IncomingMessage]
  if (stream.statusCode !== 200) throw new Error(`A stream is answered by ${stream.statusCode}`)
  stream.on('error', () => {})
  await once(stream, 'data')
  streams.add(stream)
  stream.once('close', () => streams.delete(stream))
  stream.on('data', (chunk: Buffer) => {
    told += chunk.toString('latin1').split('event: notification\n').length - 1
  })
}

async function beginUpload(url: string, caller: Caller): Promise<void> {
  const headers = { ...headersOf(caller), ...form.headers, 'content-length': form.payload.length }
  const asked = request(`${url}/api/task/create-task`, { method: 'POST', agent: false, headers })
  const upload = { asked, begun: performance.now(), sent: 0 }
  uploads.add(upload)
  asked.on('error', () => {})
  for (const end of ['response', 'close']) asked.once(end, () => uploads.delete(upload))
  asked.flushHeaders()
  await once(asked, 'socket')
}

/** Sends what is due by now, so that a timer that comes late makes nobody slower than meant. */
function drip(upload: Upload): void {
  const due = Math.floor(((performance.now() - upload.begun) * BYTES_PER_SECOND) / 1_000)
  upload.asked.write(form.payload.subarray(upload.sent, due))
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
  return { streams: streams.size, uploads: uploads.size, told }
}

answer(hold)
