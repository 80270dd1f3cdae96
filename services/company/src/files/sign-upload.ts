import { refusedField } from '@app/chassis/errors.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { extensions, PHOTO_REFUSED } from '@app/contracts/rules/files.ts'
import { v7 as uuidv7 } from 'uuid'
import { INCOMING_FILES } from './places.ts'

const LIFE_SECONDS = 600

function contentTypeOf(fileName: string): string {
  if (/\.png$/i.test(fileName)) return 'image/png'
  if (/\.jpe?g$/i.test(fileName)) return 'image/jpeg'
  throw refusedField('fileName', PHOTO_REFUSED)
}

/** An address to PUT one picture to, of the type its name tells, at a new key among the owner's own. */
export async function signUpload(store: ObjectStore, ownerId: string, fileName: string): Promise<string> {
  const contentType = contentTypeOf(fileName)
  return store.signPut(`${INCOMING_FILES}${ownerId}/${uuidv7()}.${extensions[contentType]}`, contentType, LIFE_SECONDS)
}
