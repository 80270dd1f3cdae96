import { refusedField } from '@app/chassis/http/errors.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'
import { PHOTO_REFUSED } from '@app/contracts/rules/files.ts'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyDeps } from '../deps.ts'
import { INCOMING_FILES } from './places.ts'

const LIFE_SECONDS = 600
/** Limit of signed URLs per owner. It limits the storage for uploads of up to 10 MB, which stay in the store until the daily sweep. */
const URL_LIMIT = { count: 20, seconds: 3_600 }

function contentTypeOf(fileName: string): string {
  if (/\.png$/i.test(fileName)) return 'image/png'
  if (/\.jpe?g$/i.test(fileName)) return 'image/jpeg'
  throw refusedField('fileName', PHOTO_REFUSED)
}

interface Picture {
  fileName: string
  fileSize?: number
}

/**
 * Returns a signed URL for a PUT of one picture. The URL allows only the content type of the file name, and only `fileSize` bytes if
 * `fileSize` is given. Throws 422 for a file name that is not a PNG or JPEG, and 429 for too many URLs in an hour.
 */
export async function signUpload({ db, store, now }: CompanyDeps, ownerId: string, { fileName, fileSize }: Picture): Promise<string> {
  const contentType = contentTypeOf(fileName)
  await consumeLimit(db, { key: `upload-address:${ownerId}`, limit: URL_LIMIT, now: now() })
  return store.signPut(`${INCOMING_FILES}${ownerId}/${uuidv7()}.${extensions[contentType]}`, contentType, LIFE_SECONDS, fileSize)
}
