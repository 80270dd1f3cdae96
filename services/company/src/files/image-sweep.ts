import { findReferencedKeys } from '@app/chassis/storage/referenced-files.ts'
import type { Sweep } from '@app/chassis/storage/sweep.ts'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { COMPANY_FILES, INCOMING_FILES } from './places.ts'
import { referencedFiles } from './referenced-files.ts'

/** The daily sweep removes images to which no profile refers. */
export const imageSweep = (deps: CompanyDeps): Sweep<Tables> => ({
  ...deps,
  prefixes: [COMPANY_FILES, INCOMING_FILES],
  namedKeys: (keys) => findReferencedKeys(deps.db, referencedFiles, keys),
})
