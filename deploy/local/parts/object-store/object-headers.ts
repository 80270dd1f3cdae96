import { type IncomingHttpHeaders, validateHeaderValue } from 'node:http'
import type { StoredObject } from './bucket.ts'
import { S3Error } from './s3-error.ts'

const KEPT = ['content-type', 'cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires']
const OVERRIDES = KEPT.map((name) => `response-${name}`)

/** Returns the headers of an upload that are stored and sent with every download. */
export function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => KEPT.includes(name) || name.startsWith('x-amz-meta-'))
  return { 'content-type': 'binary/octet-stream', ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])) }
}

export function describe(object: StoredObject): Record<string, string> {
  return {
    ...object.headers,
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
  }
}

export function hasOverrides(query: URLSearchParams): boolean {
  return OVERRIDES.some((name) => query.has(name))
}

/** Returns the response headers that the query sets. For example, `response-content-disposition` sets `content-disposition`. */
export function overrides(query: URLSearchParams): Record<string, string> {
  const chosen: Record<string, string> = {}
  for (const name of OVERRIDES) {
    const value = query.get(name)
    if (value === null) continue
    const header = name.slice('response-'.length)
    assertSendable(header, value)
    chosen[header] = value
  }
  return chosen
}

function assertSendable(name: string, value: string): void {
  try {
    validateHeaderValue(name, value)
  } catch {
    throw new S3Error('InvalidArgument', `The value for ${name} is not a valid header value: encode it as defined in RFC 8187.`)
  }
}
