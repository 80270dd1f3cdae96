import { AppError } from '@app/chassis/http/errors.ts'
import { FILES_PATH, PRIVATE_PREFIX } from '@app/chassis/storage/object-store.ts'

const PRIVATE_FILES = FILES_PATH + PRIVATE_PREFIX

/** Query parameters of a signed URL. Parameters that start with `response-` set response headers and are also allowed. */
const signing = new Set([
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-signedheaders',
  'x-amz-signature',
  'x-amz-security-token',
  'x-amz-content-sha256',
])
const isAllowed = (name: string): boolean => signing.has(name) || name.startsWith('response-')

const noSuchFile = (): AppError => new AppError('no-such-file', 'not-found', 'There is no file at this address.')
const notSigned = (): AppError => new AppError('not-signed', 'forbidden', 'This file can only be opened with a signed URL.')

/** Whether the path names an object in the bucket, and not a folder or a path outside the bucket. */
function isObjectPath(path: string): boolean {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return false
  }
  const segments = decoded.split('/').slice(1)
  return !decoded.includes('\\') && segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
}

/**
 * Throws unless the URL names one object and begins with `start`. The router also matches a percent-encoded start, which the proxy would not
 * replace by the bucket. Query parameters can select other operations of the store, such as listing or policies. So only
 * the parameters of a signed URL are allowed, and only with a signature.
 */
export function checkFileAddress(url: string, start: string): void {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (!path.startsWith(start) || !isObjectPath(path)) throw noSuchFile()
  const names = [...new URLSearchParams(query < 0 ? '' : url.slice(query + 1)).keys()].map((name) => name.toLowerCase())
  if (new Set(names).size < names.length || !names.every(isAllowed)) throw noSuchFile()
  if ((names.length > 0 || path.startsWith(PRIVATE_FILES)) && !names.includes('x-amz-signature')) throw notSigned()
}
