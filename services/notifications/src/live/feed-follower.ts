import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readPosition, readSince } from '../feed/missed.repository.ts'
import type { NotificationRow } from '../feed/notification.repository.ts'
import { isAhead, type Position } from '../feed/position.ts'

interface FeedFollowerOptions {
  db: Kysely<Tables>
  /** Takes rows that no earlier call took, and the position after them. */
  send: (rows: readonly NotificationRow[], position: Position) => void
  /** Takes a position when the rows before it are too many or unknown. Only later rows are sent. */
  reload: (position: Position) => void
  log: Logger
}

export interface FeedFollower {
  /** Starts to read the rows that were committed since the last read. Retries until the database responds. */
  wake(): void
  /** Reads now. Resolves when all rows that were committed before the call have been sent. Rejects when the database does not respond. */
  read(): Promise<void>
  /** All rows that this position sees have been sent, or are part of a reload. Undefined before the first read. */
  position(): Position | undefined
  stop(): Promise<void>
}

const RETRY_MS = 1_000
/** The largest number of rows that one read sends. With more, all screens reload, which costs less than to send the rows one by one. */
const ROWS_MAX = 5_000

/** Reads stored notifications as their transactions commit, and sends each once, in batches. */
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
    const news = await readSince(db, before, ROWS_MAX + 1)
    position = news.position
    const isOtherHistory = news.position.server !== before.server || isAhead(before, news.position)
    if (isOtherHistory || news.rows.length > ROWS_MAX) reload(news.position)
    else if (news.rows.length > 0) send(news.rows, news.position)
  }

  /** A read in progress may have begun before the commit in question: one more read follows for all calls made meanwhile. */
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
