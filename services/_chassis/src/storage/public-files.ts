import { readUpTo } from '../http/read-up-to.ts'
import { inSpan } from '../tracing/span.ts'
import { FILES_PATH, type ObjectStoreConfig, PUBLIC_PREFIX } from './object-store.ts'

const TIMEOUT_MS = 5_000
/** Keys that the services create: folders of letters, and a name with a UUID. */
const PUBLIC_KEY = /^public\/[a-z]+\/[\w-]+\.[a-z0-9]+$/
/** Statuses of an object that does not exist. A store responds with 403 if the caller may not list the bucket. */
const MISSING: ReadonlySet<number> = new Set([403, 404])

/** Returns the key of the public file that has this URL without an origin. Returns undefined for all other URLs. */
export function publicKeyOf(url: string): string | undefined {
  const key = url.startsWith(FILES_PATH) ? url.slice(FILES_PATH.length) : ''
  return key.startsWith(PUBLIC_PREFIX) && PUBLIC_KEY.test(key) ? key : undefined
}

/**
 * Reads the files that every client may read. The requests to the store contain no access keys. Therefore, these requests can neither read
 * other files nor change a file.
 */
export interface PublicFiles {
  /**
   * Returns the content of a file, or undefined if the file does not exist or has more than `maxBytes`. Rejects if the store does not send
   * the complete file within 5 s, or responds with another error.
   */
  read(key: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | undefined>
}

type PublicFilesConfig = Pick<ObjectStoreConfig, 'S3_ENDPOINT' | 'S3_BUCKET'>

export function publicFiles({ S3_ENDPOINT, S3_BUCKET }: PublicFilesConfig): PublicFiles {
  const objectUrl = (key: string): URL => new URL(`/${S3_BUCKET}/${key}`, S3_ENDPOINT)

  async function fetchFile(key: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
    const response = await fetch(objectUrl(key), { redirect: 'error', signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
    if (response.ok) return readUpTo(response, maxBytes)
    await response.body?.cancel()
    if (MISSING.has(response.status)) return undefined
    throw new Error(`The file store responded with status ${response.status}`)
  }

  return {
    read: (key, maxBytes, signal) =>
      inSpan(
        () => ({ name: 'S3 GET', kind: 'client', attributes: { 'http.request.method': 'GET', 'aws.s3.key': key } }),
        () => fetchFile(key, maxBytes, signal),
      ),
  }
}
