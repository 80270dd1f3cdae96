import { type WaitingKind, waitingWork } from '@app/chassis/operations/waiting.ts'
import { sql } from 'kysely'
import { audiences } from './audience/read-audience.ts'
import { sheetJobs } from './sheet/sheet-jobs.ts'

/** Kinds of unfinished work that operators see. */
export const waiting: readonly WaitingKind[] = [
  waitingWork('sheet-jobs', sheetJobs),
  waitingWork('audiences', audiences),
  { kind: 'customer-writes', since: sql`select created_at as at from write where state <> 'written'` },
  { kind: 'away-sheets', since: sql`select away_since as at from sheet where away_since is not null` },
]
