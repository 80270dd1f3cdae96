import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Address, decode } from './address.ts'

export const ALGORITHM = 'AWS4-HMAC-SHA256'

export interface Claim {
  accessKey: string
  /** `date/region/s3/aws4_request` */
  scope: string
  /** `20261121T101112Z` */
  time: string
  signedHeaders: string[]
  payloadHash: string
  signature: string
}

export function isSignedBy(secretKey: string, claim: Claim, method: string, address: Address, headers: IncomingHttpHeaders): boolean {
  const canonical = [
    method,
    encodePath(address.path),
    encodeQuery(address.query),
    ...claim.signedHeaders.map((name) => `${name}:${headerValue(headers, name)}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n')
  const toSign = [ALGORITHM, claim.time, claim.scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = claim.scope.split('/').reduce<Buffer>((previous, part) => hmac(previous, part), Buffer.from(`AWS4${secretKey}`))
  const expected = hmac(key, toSign)
  const given = Buffer.from(claim.signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function headerValue(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ')
}

// Clients differ in the characters that they escape. To get the same path for all clients, decodes the path and escapes all reserved
// characters.
function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encode(decode(segment)))
    .join('/')
}

function encodeQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
