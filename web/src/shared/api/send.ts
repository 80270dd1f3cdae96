import type { Problem } from '@app/contracts/primitives.ts'
import { recordServerTime } from '../format/server-clock.ts'
import { noAnswer, timeoutError } from './api-error.ts'
import { recordServedBuild } from './newer-build.ts'
import { takePrefetched } from './prefetched.ts'

const TIMEOUT_MS = 30_000

export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  signal: AbortSignal | undefined
}

export interface Answer {
  status: number
  /** The parsed body: the route's response or a problem. Undefined if the body is not JSON. */
  json: Partial<Problem> | undefined
  /** The body as text, for responses that are not JSON. */
  text: string
  retryAfter: number | undefined
  next: string | undefined
  header: (name: string) => string | null
}

/** Sends a request with a JSON body or none. Timeout: 30 s. Uses the response that the page prefetched, if there is one. */
export async function sendJson({ method, url, headers, signal }: Request, body?: object): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const ask = async () => {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // The browser must not write responses for signed-in users to its disk cache.
      cache: 'no-store',
    })
    return { response, text: await response.text() }
  }
  try {
    const prefetched = method === 'GET' ? takePrefetched(url, headers.authorization) : undefined
    const { response, text } = await (prefetched ?? ask())
    return responseOf(response.status, text, (name) => response.headers.get(name))
  } catch {
    signal?.throwIfAborted()
    throw timeout.aborted ? timeoutError() : noAnswer()
  }
}

export function bearer(token: string | null): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {}
}

/** Reads the response of a request: its status, its headers and its text. */
export function responseOf(status: number, text: string, header: (name: string) => string | null): Answer {
  recordServedBuild(header)
  recordServerTime(header('date'))
  return {
    status,
    json: parse(text),
    text,
    next: nextCursor(header('link')),
    retryAfter: Number(header('retry-after')) || undefined,
    header,
  }
}

function parse(text: string): Answer['json'] {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns `/api`, the route's path with its parameters, and the query string. Undefined query values are omitted. */
export function urlOf(path: string, params: object = {}, query: object = {}): string {
  const values: Readonly<Record<string, unknown>> = { ...params }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value))
  return `/api${filled}${search.size ? `?${search}` : ''}`
}

/** Returns the cursor from a `Link: <…?cursor=…>; rel="next"` header. Undefined on the last page. */
export function nextCursor(link: string | null): string | undefined {
  const address = link?.match(/<([^<>]*)>; *rel="next"/)?.[1]
  return (address && new URLSearchParams(address.split('?')[1]).get('cursor')) || undefined
}
