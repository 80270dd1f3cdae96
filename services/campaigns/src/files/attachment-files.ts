import { PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'
import { findReferencedKeys } from '@app/chassis/storage/referenced-files.ts'
import type { Sweep } from '@app/chassis/storage/sweep.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { referencedFiles } from './referenced-files.ts'

/** Everything under it is a step's, or was one's whose mails point there. */
export const ATTACHMENT_FILES = `${PUBLIC_PREFIX}campaigns/`

/** What is to be swept, and by whose word a file stays. */
export const attachmentSweep = ({ db, store, log, now }: Pick<CampaignsDeps, 'db' | 'store' | 'log' | 'now'>): Sweep<Tables> => ({
  db,
  store,
  log,
  now,
  prefixes: [ATTACHMENT_FILES],
  namedKeys: (keys) => findReferencedKeys(db, referencedFiles, keys),
})
