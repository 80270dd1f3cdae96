import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { missedByAll, type NotificationRow, newestId } from '../feed/notification.repository.ts'

interface TailOptions {
  db: Kysely<Tables>
  tell: (row: NotificationRow) => void
  log: Logger
}

export interface Tail {
  hear(row: NotificationRow): void
  /** Reads what was stored while nobody listened. */
  catchUp(): Promise<void>
  /** The newest id that was seen. */
  newest(): number
}

/** A database that comes back takes connections a moment before it answers. */
const MOST_FAILURES = 3
const RETRY_MS = 1_000
/** More than catching up can repeat. */
const REMEMBERED = 1_000

/** Passes on every stored notification once, whether heard of or, after a lost connection, read. */
export function createTail({ db, tell, log }: TailOptions): Tail {
  const seen = new Set<number>()
  let newest: number | undefined

  function hear(row: NotificationRow): void {
    if (seen.has(row.id)) return
    seen.add(row.id)
    const [oldest] = seen
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
    newest = Math.max(newest ?? 0, row.id)
    tell(row)
  }

  async function readMissed(): Promise<void> {
    // At first there is nothing to catch up with, only a place to go on from.
    if (newest === undefined) newest = Math.max(await newestId(db), newest ?? 0)
    else for (const row of await missedByAll(db, newest)) hear(row)
  }

  return {
    hear,
    async catchUp() {
      for (let failures = 0; failures < MOST_FAILURES; failures++) {
        try {
          return await readMissed()
        } catch (error) {
          log.warn({ err: error }, 'cannot read missed notifications')
          await sleep(RETRY_MS)
        }
      }
    },
    newest: () => newest ?? 0,
  }
}
