import { findReferencedKeys } from '@app/chassis/storage/referenced-files.ts'
import type { Sweep } from '@app/chassis/storage/sweep.ts'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { COMPANY_FILES, EXPORT_FILES, INCOMING_FILES } from './places.ts'
import { referencedFiles } from './referenced-files.ts'

/** Backups contain the files of profiles, but no exports: those can be prepared again. */
const keptFiles = `${referencedFiles} union all select file from company_export`

/** The daily sweep removes images to which no profile refers, and files of exports that have ended. */
export const imageSweep = (deps: CompanyDeps): Sweep<Tables> => ({
  ...deps,
  prefixes: [COMPANY_FILES, INCOMING_FILES, EXPORT_FILES],
  namedKeys: (keys) => findReferencedKeys(deps.db, keptFiles, keys),
})
