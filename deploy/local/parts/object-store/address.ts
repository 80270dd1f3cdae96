import { S3Error } from './s3-error.ts'

const BUCKET_NAME = /^[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/
const LONGEST_KEY_BYTES = 1024

export interface Address {
  /** The path as received, percent-encoded. */
  path: string
  /** The query as received, names and values decoded. */
  query: URLSearchParams
  bucket: string
  /** Empty if the request is for the bucket. */
  key: string
}

/** Parses a path-style S3 URL, `/bucket/key?query`. */
export function parseAddress(url: string): Address {
  const [path = '', ...rest] = url.split('?')
  if (!path.startsWith('/')) throw new S3Error('InvalidURI', 'The path must start with a slash.')
  const decoded = decode(path.slice(1))
  const slash = decoded.indexOf('/')
  const bucket = slash < 0 ? decoded : decoded.slice(0, slash)
  const key = slash < 0 ? '' : decoded.slice(slash + 1)
  if (!BUCKET_NAME.test(bucket)) throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.')
  assertKey(key)
  return { path, query: parseQuery(rest.join('?')), bucket, key }
}

function assertKey(key: string): void {
  if (Buffer.byteLength(key) > LONGEST_KEY_BYTES) throw new S3Error('KeyTooLongError', 'Your key is too long.')
  const segments = key.split(/[/\\]/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters.
  if (segments.includes('..') || segments.includes('.') || /[\u0000-\u001f\u007f]/.test(key)) {
    throw new S3Error('InvalidURI', 'The key contains a dot segment or a control character.')
  }
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error('InvalidURI', 'Could not parse the specified URI.')
  }
}

// Does not use `new URLSearchParams(query)`, which turns a plus sign into a space and accepts malformed percent-encoding.
function parseQuery(query: string): URLSearchParams {
  const pairs = query.split('&').filter((pair) => pair !== '')
  return new URLSearchParams(pairs.map(decodePair))
}

function decodePair(pair: string): [string, string] {
  const equals = pair.indexOf('=')
  return equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
}
