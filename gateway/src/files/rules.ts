import { AppError } from '@app/chassis/errors.ts'
import { FILES_PATH, PRIVATE_PREFIX } from '@app/chassis/storage/object-store.ts'

const PRIVATE_FILES = FILES_PATH + PRIVATE_PREFIX

/** What a signed address may carry: its signature, and how the answer is to be labelled. */
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

const refused = (): AppError => new AppError('no-such-file', 'not-found', 'There is no file at this address.')
const notSigned = (): AppError => new AppError('not-signed', 'forbidden', 'This file is only reached by a signed address.')

/** One object of the bucket, nothing above it and no way around. */
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
 * Refuses what is not one object's own address. The store's other operations (listing, policies, multipart uploads)
 * are told by their query, so only the query of a signed address passes, and nothing of it without the signature.
 */
export function checkFileAddress(url: string): void {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (!isObjectPath(path)) throw refused()
  const names = [...new URLSearchParams(query < 0 ? '' : url.slice(query + 1)).keys()].map((name) => name.toLowerCase())
  if (new Set(names).size < names.length || !names.every(isAllowed)) throw refused()
  if ((names.length > 0 || path.startsWith(PRIVATE_FILES)) && !names.includes('x-amz-signature')) throw notSigned()
}
