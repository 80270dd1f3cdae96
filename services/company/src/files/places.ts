import { INCOMING_PREFIX, PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'

export const COMPANY_FILES = `${PUBLIC_PREFIX}company/`
/** Prefix of the object keys of uploads to signed URLs, followed by the owner's id. */
export const INCOMING_FILES = INCOMING_PREFIX
