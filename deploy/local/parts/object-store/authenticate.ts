import type { IncomingHttpHeaders } from 'node:http'
import type { Address } from './address.ts'
import { S3Error } from './s3-error.ts'
import { ALGORITHM, type Claim, isSignedBy } from './signature.ts'

const LARGEST_SKEW_MS = 15 * 60_000
const LONGEST_LIFE_SECONDS = 7 * 24 * 3600
const SCOPE = /^(\d{8})\/[^/]+\/s3\/aws4_request$/
const PAYLOAD_HASH = /^[0-9a-f]{64}$/

export interface Keys {
  accessKey: string
  secretKey: string
}

export type Caller = 'anonymous' | 'owner'

/** Returns `owner` for a valid SigV4 signature in a header or in the query, and `anonymous` for an unsigned request. */
export function authenticate(keys: Keys, method: string, address: Address, headers: IncomingHttpHeaders): Caller {
  const inQuery = address.query.has('X-Amz-Algorithm') || address.query.has('X-Amz-Signature')
  const inHeader = headers.authorization !== undefined
  if (!inQuery && !inHeader) return 'anonymous'
  if (inQuery && inHeader) throw new S3Error('InvalidArgument', 'Only one auth mechanism allowed.')

  const claim = inQuery ? claimInQuery(address.query) : claimInHeader(headers)
  if (claim.accessKey !== keys.accessKey) {
    throw new S3Error('InvalidAccessKeyId', 'The access key you provided does not exist in our records.')
  }
  assertAllSigned(claim, headers)
  if (!isSignedBy(keys.secretKey, claim, method, address, headers)) {
    throw new S3Error('SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.')
  }
  return 'owner'
}

function claimInHeader(headers: IncomingHttpHeaders): Claim {
  const parts = /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (!parts) throw new S3Error('AuthorizationHeaderMalformed', 'The authorization header is malformed.')
  const [, credential = '', signedHeaders = '', signature = ''] = parts
  const time = String(headers['x-amz-date'] ?? '')
  if (Math.abs(Date.now() - timeOf(time)) > LARGEST_SKEW_MS) {
    throw new S3Error('RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.')
  }
  const payloadHash = String(headers['x-amz-content-sha256'] ?? '')
  if (payloadHash.startsWith('STREAMING-')) {
    throw new S3Error('NotImplemented', 'Signed chunks are not supported: sign the whole body or send UNSIGNED-PAYLOAD.')
  }
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && !PAYLOAD_HASH.test(payloadHash)) {
    throw new S3Error('InvalidArgument', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a sha256 in hex.')
  }
  return { ...parseCredential(credential, time), time, signedHeaders: signedHeaders.split(';'), payloadHash, signature }
}

function claimInQuery(query: URLSearchParams): Claim {
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) throw new S3Error('InvalidArgument', `X-Amz-Algorithm must be ${ALGORITHM}.`)
  const time = query.get('X-Amz-Date') ?? ''
  const signedAt = timeOf(time)
  const life = Number(query.get('X-Amz-Expires') || Number.NaN)
  if (!Number.isInteger(life) || life < 1 || life > LONGEST_LIFE_SECONDS) {
    throw new S3Error('InvalidArgument', `X-Amz-Expires must be from 1 to ${LONGEST_LIFE_SECONDS} seconds.`)
  }
  if (signedAt - Date.now() > LARGEST_SKEW_MS) throw new S3Error('AccessDenied', 'Request is not valid yet')
  if (Date.now() > signedAt + life * 1000) throw new S3Error('AccessDenied', 'Request has expired')
  return {
    ...parseCredential(query.get('X-Amz-Credential') ?? '', time),
    time,
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    payloadHash: 'UNSIGNED-PAYLOAD',
    signature: query.get('X-Amz-Signature') ?? '',
  }
}

function parseCredential(credential: string, time: string): { accessKey: string; scope: string } {
  const slash = credential.indexOf('/')
  const scope = credential.slice(slash + 1)
  if (slash < 1 || SCOPE.exec(scope)?.[1] !== time.slice(0, 8)) {
    throw new S3Error('AuthorizationHeaderMalformed', 'The credential must be <access key>/<date>/<region>/s3/aws4_request.')
  }
  return { accessKey: credential.slice(0, slash), scope }
}

/** Parses a time such as `20261121T101112Z` to milliseconds since 1970. */
function timeOf(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (!parts) throw new S3Error('AccessDenied', 'A valid X-Amz-Date is required.')
  const [, year, month, day, hour, minute, second] = parts
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time)) throw new S3Error('AccessDenied', 'A valid X-Amz-Date is required.')
  return time
}

/** The signature must cover the host and every x-amz- header. Otherwise an attacker could add headers. */
function assertAllSigned(claim: Claim, headers: IncomingHttpHeaders): void {
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !claim.signedHeaders.includes(name))
  if (unsigned.length > 0 || !claim.signedHeaders.includes('host')) {
    throw new S3Error('AccessDenied', `There were headers present in the request which were not signed: ${unsigned.join(', ') || 'host'}`)
  }
}
