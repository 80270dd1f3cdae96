import type { Logger } from '@app/chassis/logging/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readPosition, readSince } from '../feed/missed.repository.ts'
import type { NotificationRow } from '../feed/notification.repository.ts'
import { isAhead, type Position } from '../feed/position.ts'

interface FeedFollowerOptions {
  db: Kysely<Tables>
  /** Receives new rows and the position after them. Each row is sent once. */
  send: (rows: readonly NotificationRow[], position: Position) => void
  /**
   * Called with the current position, instead of `send`, in two cases: more than `ROWS_MAX` rows were added since the last read, or the
   * database was restarted or restored. The added rows are not sent, so clients must refetch their data.
   */
  reload: (position: Position) => void
  log: Logger
}

export type FeedFollower = ReturnType<typeof createFeedFollower>

const RETRY_MS = 1_000
/** Maximum number of rows per read. If there are more, `reload` is called, because one refetch is cheaper than many events. */
const ROWS_MAX = 5_000

/** Creates a follower that reads committed notifications and sends each of them once, in batches. */
export function createFeedFollower({ db, send, reload, log }: FeedFollowerOptions) {
  let position: Position | undefined
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let isFailing = false
  let isStopped = false

  async function readOnce(): Promise<void> {
    const before = position
    if (!before) {
      position = await readPosition(db)
      return
    }
    const now = await readSince(db, before, ROWS_MAX + 1)
    position = now.position
    const isRestored = now.position.server !== before.server || isAhead(before, now.position)
    if (isRestored || now.rows.length > ROWS_MAX) reload(now.position)
    else if (now.rows.length > 0) send(now.rows, now.position)
  }

  /** All calls during a read share one further read, because the current read may have started before the callers' commits. */
  function read(): Promise<void> {
    if (reading) {
      next ??= reading
        .catch(() => {})
        .then(() => {
          next = undefined
          return read()
        })
      return next
    }
    reading = readOnce().finally(() => {
      reading = undefined
    })
    return reading
  }

  function wake(): void {
    if (isStopped) return
    read().then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'cannot read new notifications, retrying')
        isFailing = true
        retry ??= setTimeout(() => {
          retry = undefined
          wake()
        }, RETRY_MS)
      },
    )
  }

  return {
    /** Starts a read of the rows that were committed after the last read. Retries until the database responds. */
    wake,
    /** Resolves when all rows that were committed before the call are sent. Rejects if the database does not respond. */
    read,
    /** Position up to which rows were sent. Undefined before the first read. */
    position: (): Position | undefined => position,
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(retry)
      await (next ?? reading)?.catch(() => {})
    },
  }
}
