import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readPosition, readSince } from '../feed/missed.repository.ts'
import type { NotificationRow } from '../feed/notification.repository.ts'
import { isAhead, type Position } from '../feed/position.ts'

interface FeedFollowerOptions {
  db: Kysely<Tables>
  /** Receives new rows and the position after them. No row is passed twice. */
  send: (rows: readonly NotificationRow[], position: Position) => void
  /** Receives the current position if the rows before it are too many or unknown. Those rows are not sent; clients must refetch. */
  reload: (position: Position) => void
  log: Logger
}

export interface FeedFollower {
  /** Starts a read of the rows that were committed since the last read. Retries until the database responds. */
  wake(): void
  /** Reads now. Resolves when all rows that were committed before the call have been sent. Rejects if the database does not respond. */
  read(): Promise<void>
  /** Returns the position up to which rows have been sent. Undefined before the first read. */
  position(): Position | undefined
  stop(): Promise<void>
}

const RETRY_MS = 1_000
/** Maximum number of rows per read. If there are more, `reload` is called, because one refetch is cheaper than sending each row. */
const ROWS_MAX = 5_000

/** Creates a follower that reads notifications after their transactions commit and sends each of them once, in batches. */
export function createFeedFollower({ db, send, reload, log }: FeedFollowerOptions): FeedFollower {
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

  /** Calls during a read share one further read, because the read in progress may have taken its snapshot before the caller's commit. */
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
    wake,
    read,
    position: () => position,
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await (next ?? reading)?.catch(() => {})
    },
  }
}
