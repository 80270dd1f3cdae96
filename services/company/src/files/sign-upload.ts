import { refusedField } from '@app/chassis/errors.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { extensions, PHOTO_REFUSED } from '@app/contracts/rules/files.ts'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyDeps } from '../deps.ts'
import { INCOMING_FILES } from './places.ts'

const LIFE_SECONDS = 600
/** What one owner can leave in the store until the sweep, at 10 MB each. Nobody chooses that many logos. */
const ADDRESSES = { count: 20, seconds: 3_600 }

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
 * An address to PUT one picture to, of the type its name tells and of the size told, at a new key among the owner's own. 429
 * for too many in an hour.
 */
export async function signUpload({ db, store, now }: CompanyDeps, ownerId: string, { fileName, fileSize }: Picture): Promise<string> {
  const contentType = contentTypeOf(fileName)
  await consumeLimit(db, { key: `upload-address:${ownerId}`, limit: ADDRESSES, now: now() })
  return store.signPut(`${INCOMING_FILES}${ownerId}/${uuidv7()}.${extensions[contentType]}`, contentType, LIFE_SECONDS, fileSize)
}
