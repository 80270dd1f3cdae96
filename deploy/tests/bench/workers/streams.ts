import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

interface Subscriber {
  token: string
  /** Client IP address, sent to the gateway in X-Forwarded-For. */
  address: string
}

const AT_ONCE = 50

const streams = new Set<IncomingMessage>()
let received = 0

async function openStream(url: string, { token, address }: Subscriber): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address, accept: 'text/event-stream' }
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

/** Opens a live stream for each subscriber. The streams stay open until the worker stops. */
export async function openStreams(url: string, subscribers: readonly Subscriber[]): Promise<void> {
  for (let at = 0; at < subscribers.length; at += AT_ONCE) {
    await Promise.all(subscribers.slice(at, at + AT_ONCE).map((subscriber) => openStream(url, subscriber)))
  }
}

/** Returns the number of open streams, and the number of notifications that all streams together have received. */
export const countStreams = async () => ({ open: streams.size, received })
