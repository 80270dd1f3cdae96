import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import { peek } from '@app/chassis/storage/head.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { SNIFF_BYTES } from '@app/chassis/storage/sniff.ts'
import { acceptFile, receiveFile, type StoredFile } from '@app/chassis/storage/store-file.ts'
import { updateCompanyProfile } from '@app/contracts/http/company.ts'
import { COMPANY_FILES, INCOMING_FILES } from './places.ts'

const TIME_LIMIT_MS = 60_000
const OBJECT_NAME = /^[0-9a-f-]{36}\.(png|jpg)$/

export interface Adopted {
  file: StoredFile
  /** Key of the upload, which is deleted after the profile was saved. */
  incomingKey: string
}

/** Whether `signUpload` created a URL with this key for the owner. */
export function isIncoming(key: string, ownerId: string): boolean {
  const folder = `${INCOMING_FILES}${ownerId}/`
  return key.startsWith(folder) && OBJECT_NAME.test(key.slice(folder.length))
}

/**
 * Copies an upload, and then checks the copy and writes it again like a file in a form. The upload is read only once, because the owner can
 * still overwrite it. Returns undefined if the key is not the key of an upload of this owner.
 */
export async function adoptUpload(store: ObjectStore, ownerId: string, incomingKey: string | undefined): Promise<Adopted | undefined> {
  if (!incomingKey || !isIncoming(incomingKey, ownerId)) return undefined
  if ((await store.sizeOf(incomingKey)) === undefined) {
    throw refusedField('logoUrl', 'The logo has not been uploaded. Please choose it again.')
  }
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  const source = await store.get(incomingKey)
  try {
    const { head, body } = await peek(source, SNIFF_BYTES, signal)
    const field = updateCompanyProfile.form.files.logo
    const target = { store, prefix: COMPANY_FILES }
    const received = await receiveFile({ head, body, field, name: 'logo', fileName: incomingKey }, target, signal)
    return { file: await acceptFile(received, target, { caller: ownerId, signal }), incomingKey }
  } catch (error) {
    // If the file is not accepted, the upload is deleted, because a retry would also fail.
    if (error instanceof AppError) await store.remove([incomingKey])
    throw error
  } finally {
    source.destroy()
  }
}
