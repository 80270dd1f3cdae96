import { PRIVATE_PREFIX } from '@app/chassis/storage/object-store.ts'
import { findReferencedKeys } from '@app/chassis/storage/referenced-files.ts'
import type { Sweep } from '@app/chassis/storage/sweep.ts'
import type { Tables } from '../db/tables.ts'
import type { DocumentsDeps } from '../deps.ts'
import { referencedFiles } from './referenced-files.ts'

export const DOCUMENT_FILES = `${PRIVATE_PREFIX}documents/`
export const PHOTO_FILES = `${PRIVATE_PREFIX}photos/`

/** The daily sweep removes files to which no document and no photo refers. */
export const documentFileSweep = (deps: DocumentsDeps): Sweep<Tables> => ({
  ...deps,
  prefixes: [DOCUMENT_FILES, PHOTO_FILES],
  namedKeys: (keys) => findReferencedKeys(deps.db, referencedFiles, keys),
})
