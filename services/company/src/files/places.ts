import { INCOMING_PREFIX, PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'

/** Pictures that profiles show. */
export const COMPANY_FILES = `${PUBLIC_PREFIX}company/`
/** Uploads by signed address that no profile has taken over yet, by owner. */
export const INCOMING_FILES = INCOMING_PREFIX
