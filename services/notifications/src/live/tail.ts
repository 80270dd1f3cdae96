import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { missedByAll, type NotificationRow, newestId, recentOf } from '../feed/notification.repository.ts'

interface TailOptions {
  db: Kysely<Tables>
  tell: (row: NotificationRow) => void
  log: Logger
}

export interface Tail {
  /** Somebody says that a notification was stored: it is told if that is so. */
  hear(id: unknown): void
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
/** More than that is nobody's who means well. */
const MOST_SAID = 10_000

/** Passes on every stored notification once, whether heard of or, after a lost connection, read. */
export function createTail({ db, tell, log }: TailOptions): Tail {
  const seen = new Set<number>()
  let newest: number | undefined

  /** Said to be there, and not yet looked up. */
  const said = new Set<number>()
  let isLooking = false

  function pass(row: NotificationRow): void {
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
    else for (const row of await missedByAll(db, newest)) pass(row)
  }

  /** Looks up all that was said meanwhile, at once. */
  async function lookUp(): Promise<void> {
    isLooking = true
    while (said.size > 0) {
      const ids = [...said].slice(0, REMEMBERED)
      for (const id of ids) said.delete(id)
      await recentOf(db, ids, newest ?? 0).then((rows) => rows.forEach(pass), catchUp)
    }
    isLooking = false
  }

  async function catchUp(): Promise<void> {
    for (let failures = 0; failures < MOST_FAILURES; failures++) {
      try {
        return await readMissed()
      } catch (error) {
        log.warn({ err: error }, 'cannot read missed notifications')
        await sleep(RETRY_MS)
      }
    }
  }

  return {
    hear(id) {
      if (typeof id !== 'number' || !Number.isSafeInteger(id) || seen.has(id) || said.size >= MOST_SAID) return
      said.add(id)
      if (!isLooking) void lookUp()
    },
    catchUp,
    newest: () => newest ?? 0,
  }
}
