import { INCOMING_PREFIX, PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'

export const COMPANY_FILES = `${PUBLIC_PREFIX}company/`
/** Prefix of uploads to signed URLs. The owner's id follows. */
export const INCOMING_FILES = INCOMING_PREFIX
