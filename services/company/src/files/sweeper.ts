import { sweep } from '@app/chassis/storage/sweep.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { keysInUse } from '../profile/companies.repository.ts'
import { COMPANY_FILES, INCOMING_FILES } from './places.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type SweepDeps = Pick<CompanyDeps, 'db' | 'store' | 'log' | 'now'>

/** Claims today's sweep: of all replicas, and over restarts, one gets it. */
async function claim(db: Kysely<Tables>, now: Date): Promise<boolean> {
  const claimed = await db
    .insertInto('sweeps')
    .values({ name: 'files', started_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ started_at: now.toISOString() })
        .where('sweeps.started_at', '<=', new Date(now.getTime() - DAY_MS).toISOString()),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Removes what no profile shows, once a day. Answers whether it was this call's turn. */
export async function sweepFiles({ db, store, log, now }: SweepDeps, signal: AbortSignal): Promise<boolean> {
  if (!(await claim(db, now()))) return false
  const inUse = async (keys: readonly string[]) => {
    signal.throwIfAborted()
    return keysInUse(db, keys)
  }
  for (const prefix of [COMPANY_FILES, INCOMING_FILES]) await sweep({ store, prefix, namedKeys: inUse, log, now: now() })
  return true
}

/** Looks every hour whether a sweep is due; answers how to stop it. */
export function startSweeper(deps: SweepDeps): () => Promise<void> {
  const stopping = new AbortController()
  let current: Promise<unknown> = Promise.resolve()
  const run = () => {
    current = sweepFiles(deps, stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'sweeping files failed; tomorrow again')
    })
  }
  const timer = setInterval(run, HOUR_MS)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await current
  }
}
