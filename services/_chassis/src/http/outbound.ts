import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP } from 'node:net'
import { inSpan } from '../tracing/span.ts'
import type { NewSpan } from '../tracing/tracer.ts'
import { addressRule, checkedLookup, mayCall, type OutboundHosts, type Resolve } from './outbound-hosts.ts'

const MOST_REDIRECTS = 3
const TIMEOUT_MS = 10_000
const MOST_BYTES = 1_000_000

/** A call to an external server failed. `reason` contains no URL and no part of the request, except the name of a rejected host. */
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
  /** The header `Accept`. It is also sent after a redirect. */
  accept?: string
  body?: { type: string; text: string }
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  text: string
}

/** Calls a URL. Rejects with an `OutboundError` if the call fails. A response with an error status is returned. */
export type Outbound = (call: OutboundCall) => Promise<OutboundAnswer>

/** A response that is read as a stream. `chunks` throws an `OutboundError` if the connection is lost or the response is too large. */
export interface OutboundStream {
  status: number
  chunks: AsyncIterable<Buffer>
}

/** Passes the response to `read` as a stream, and closes the connection after `read` has ended. */
export type OutboundReader = <T>(call: OutboundCall, read: (answer: OutboundStream) => Promise<T>) => Promise<T>

interface OutboundOptions {
  hosts: OutboundHosts
  /** Timeout of the whole call in milliseconds, including redirects. Default: 10,000. */
  timeoutMs?: number
  /** Maximum size of a response, in bytes. Default: 1,000,000. */
  mostBytes?: number
  resolve?: Resolve
}

/** Returns a client for URLs that users entered. Each URL, also of a redirect, must use https, an allowed host and public IP addresses. */
export function createOutbound(options: OutboundOptions): Outbound {
  const open = createOutboundReader(options)
  return (call) => open(call, async ({ status, chunks }) => ({ status, text: await textOf(chunks) }))
}

export function createOutboundReader(options: OutboundOptions): OutboundReader {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options
  return (call, read) =>
    inSpan(
      () => spanOf(call),
      async (note) => {
        const { method, url, accept, body, signal } = call
        const timeout = AbortSignal.timeout(timeoutMs)
        const limit = signal ? AbortSignal.any([signal, timeout]) : timeout
        const failure = (error: unknown): OutboundError => {
          if (error instanceof OutboundError) return error
          if (timeout.aborted) return new OutboundError('timeout')
          return new OutboundError(limit.aborted ? 'aborted' : `no-answer ${codeOf(error)}`.trim(), error)
        }
        let next: Step = { method, url: parse(url), accept, body }
        for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
          const response = await request(next, options, limit).catch((error: unknown) => {
            throw failure(error)
          })
          const onward = redirected(next, response)
          if (!onward) {
            const { statusCode: status = 0 } = response
            note({ 'http.response.status_code': status })
            try {
              return await read({ status, chunks: bounded(response, mostBytes, failure) })
            } finally {
              response.destroy()
            }
          }
          response.destroy()
          next = onward
        }
        throw new OutboundError('too-many-redirects')
      },
    )
}

/** The URL may contain a secret, so the span contains only the host. The trace id is not sent to the external server. */
const spanOf = ({ method, url }: OutboundCall): NewSpan => ({
  name: method,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': URL.parse(url)?.host },
})

interface Step extends Pick<OutboundCall, 'method' | 'accept' | 'body'> {
  url: URL
}

function parse(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new OutboundError('no-address')
  return url
}

function request({ method, url, accept, body }: Step, { hosts, resolve }: OutboundOptions, signal: AbortSignal): Promise<IncomingMessage> {
  if (!mayCall(hosts, url)) throw new OutboundError(`host-refused ${url.hostname}`)
  const refusal = () => new OutboundError(`address-refused ${url.hostname}`)
  const allowed = addressRule(hosts, url)
  // Node does not call `lookup` for a literal IP address, so the address is checked here.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) && !allowed(literal)) throw refusal()

  const headers = {
    ...(accept && { accept }),
    ...(body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }),
  }
  const send = url.protocol === 'https:' ? requestByHttps : requestByHttp
  const { promise, resolve: responded, reject } = Promise.withResolvers<IncomingMessage>()
  send(url, { method, headers, signal, agent: false, lookup: checkedLookup(allowed, refusal, resolve) })
    .on('response', responded)
    .on('error', reject)
    .end(body?.text)
  return promise
}

/** Returns the next request if the response is a redirect. Only 307 and 308 keep the method and the body. */
function redirected({ method, url, accept, body }: Step, { statusCode = 0, headers }: IncomingMessage): Step | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined
  const onward = parse(headers.location, url)
  return statusCode >= 307 ? { method, url: onward, accept, body } : { method: 'GET', url: onward, accept }
}

async function* bounded(response: IncomingMessage, mostBytes: number, failure: (error: unknown) => OutboundError): AsyncIterable<Buffer> {
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
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
