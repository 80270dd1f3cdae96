import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP } from 'node:net'
import { inSpan } from '../tracing/span.ts'
import type { NewSpan } from '../tracing/tracer.ts'
import { addressRule, checkedLookup, mayCall, type OutboundHosts, type Resolve } from './outbound-hosts.ts'

const MOST_REDIRECTS = 3
const TIMEOUT_MS = 10_000
const MOST_BYTES = 1_000_000

/** Why a call to somebody else's server came to nothing. `reason` holds no address but a refused host's name, and nothing that was sent. */
export class OutboundError extends Error {
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super(`The call failed: ${reason}`, cause === undefined ? undefined : { cause })
    this.name = 'OutboundError'
    this.reason = reason
  }
}

export interface OutboundCall {
  method: 'GET' | 'POST'
  url: string
  body?: { type: string; text: string }
  /** Ends the call early. */
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  text: string
}

/** Rejects with an `OutboundError`. Any status that is no redirect is an answer. */
export type Outbound = (call: OutboundCall) => Promise<OutboundAnswer>

/** An answer as it comes in; its pieces end with an `OutboundError` when it breaks off or is too large. */
export interface OutboundStream {
  status: number
  chunks: AsyncIterable<Buffer>
}

/** The same for answers that are not to be held whole: they are open while `read` is at them. */
export type OutboundReader = <T>(call: OutboundCall, read: (answer: OutboundStream) => Promise<T>) => Promise<T>

interface OutboundOptions {
  hosts: OutboundHosts
  /** For the whole call, redirects included; 10 s unless told. */
  timeoutMs?: number
  /** Bytes an answer may have; a million unless told. */
  mostBytes?: number
  resolve?: Resolve
}

/**
 * Calls to addresses that people gave us. Only named hosts, by https, at public addresses, held to that again at each of at
 * most three redirects; bounded in time and size. No connection is shared between calls.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const open = createOutboundReader(options)
  return (call) => open(call, async ({ status, chunks }) => ({ status, text: await textOf(chunks) }))
}

/** Calls in the same way; answers are read as they come. */
export function createOutboundReader(options: OutboundOptions): OutboundReader {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options
  return (call, read) =>
    inSpan(
      () => spanOf(call),
      async (note) => {
        const { method, url, body, signal } = call
        const timeout = AbortSignal.timeout(timeoutMs)
        const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
        const failure = (error: unknown): OutboundError => {
          if (error instanceof OutboundError) return error
          if (timeout.aborted) return new OutboundError('timeout')
          return new OutboundError(limit.aborted ? 'aborted' : `no-answer ${codeOf(error)}`.trim(), error)
        }
        let next: Step = { method, url: parse(url), body }
        for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
          const answer = await ask(next, options, limit).catch((error: unknown) => {
            throw failure(error)
          })
          const onward = redirected(next, answer)
          if (!onward) {
            const { statusCode: status = 0 } = answer
            note({ 'http.response.status_code': status })
            try {
              return await read({ status, chunks: bounded(answer, mostBytes, failure) })
            } finally {
              answer.destroy()
            }
          }
          answer.destroy()
          next = onward
        }
        throw new OutboundError('too-many-redirects')
      },
    )
}

/** The address may hold what lets us in, and whoever is called is told nothing of our trace. */
const spanOf = ({ method, url }: OutboundCall): NewSpan => ({
  name: method,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': URL.parse(url)?.host },
})

interface Step extends Pick<OutboundCall, 'method' | 'body'> {
  url: URL
}

function parse(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new OutboundError('no-address')
  return url
}

function ask({ method, url, body }: Step, { hosts, resolve }: OutboundOptions, signal: AbortSignal): Promise<IncomingMessage> {
  if (!mayCall(hosts, url)) throw new OutboundError(`host-refused ${url.hostname}`)
  const refusal = () => new OutboundError(`address-refused ${url.hostname}`)
  const allowed = addressRule(hosts, url)
  // An address in place of a name is connected to without asking for it.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) && !allowed(literal)) throw refusal()

  const headers = body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }
  const send = url.protocol === 'https:' ? requestByHttps : requestByHttp
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
  send(url, { method, headers, signal, agent: false, lookup: checkedLookup(allowed, refusal, resolve) })
    .on('response', answered)
    .on('error', reject)
    .end(body?.text)
  return promise
}

/** Where an answer sends us: as browsers do, with the same request after 307 and 308, otherwise by GET. */
function redirected({ method, url, body }: Step, { statusCode = 0, headers }: IncomingMessage): Step | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined
  const onward = parse(headers.location, url)
  return statusCode >= 307 ? { method, url: onward, body } : { method: 'GET', url: onward }
}

async function* bounded(answer: IncomingMessage, mostBytes: number, failure: (error: unknown) => OutboundError): AsyncIterable<Buffer> {
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > mostBytes) throw new OutboundError('too-large')
      yield chunk
    }
  } catch (error) {
    throw failure(error)
  }
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString('utf8')
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
