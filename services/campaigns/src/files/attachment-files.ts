import { PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'
import { findReferencedKeys } from '@app/chassis/storage/referenced-files.ts'
import type { Sweep } from '@app/chassis/storage/sweep.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { referencedFiles } from './referenced-files.ts'

/** Key prefix of the images of steps. A replaced image is kept while emails link to it. */
export const ATTACHMENT_FILES = `${PUBLIC_PREFIX}campaigns/`

/** Returns the configuration of the job that deletes images to which no step and no dispatch refers. */
export const attachmentSweep = (deps: Pick<CampaignsDeps, 'db' | 'store' | 'log' | 'now'>): Sweep<Tables> => ({
  ...deps,
  prefixes: [ATTACHMENT_FILES],
  namedKeys: (keys) => findReferencedKeys(deps.db, referencedFiles, keys),
})
