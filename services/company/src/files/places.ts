import { INCOMING_PREFIX, PRIVATE_PREFIX, PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'

export const COMPANY_FILES = `${PUBLIC_PREFIX}company/`
/** Prefix of the keys of files that owners upload to signed URLs. The owner's id follows the prefix. */
export const INCOMING_FILES = INCOMING_PREFIX
/** Prefix of the files of exports. The id of the export follows the prefix. */
export const EXPORT_FILES = `${PRIVATE_PREFIX}exports/`
