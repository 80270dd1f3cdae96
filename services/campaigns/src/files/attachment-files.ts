import { PUBLIC_PREFIX } from '@app/chassis/storage/object-store.ts'
import type { Sweep } from '@app/chassis/storage/sweep.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'

/** Everything under it is a step's, or was one's whose mails point there. */
export const ATTACHMENT_FILES = `${PUBLIC_PREFIX}campaigns/`

/** Which of these keys a step or a mail names. */
async function namedKeys(db: Kysely<Tables>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('step')
    .select('attachment as key')
    .where('attachment', '=', sql<string>`any(${keys})`)
    .union(db.selectFrom('dispatch').select('image as key').where('image', '=', sql<string>`any(${keys})`))
    .execute()
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

/** What is to be swept, and by whose word a file stays. */
export const attachmentSweep = ({ db, store, log, now }: Pick<CampaignsDeps, 'db' | 'store' | 'log' | 'now'>): Sweep<Tables> => ({
  db,
  store,
  log,
  now,
  prefixes: [ATTACHMENT_FILES],
  namedKeys: (keys) => namedKeys(db, keys),
})
