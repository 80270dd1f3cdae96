import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readPosition, readSince } from '../feed/missed.repository.ts'
import type { NotificationRow } from '../feed/notification.repository.ts'
import { isAhead, type Position } from '../feed/position.ts'

interface TailOptions {
  db: Kysely<Tables>
  /** Takes rows that no call took before, and the position after them. */
  send: (rows: readonly NotificationRow[], position: Position) => void
  /** Takes a position when the rows before it are too many or not known: only later rows are sent. */
  reload: (position: Position) => void
  log: Logger
}

export interface Tail {
  /** Reads what was committed since the last read, soon. Retries until the database answers. */
  wake(): void
  /** Reads now. What was committed before the call has been sent when it resolves. Rejects when the database does not answer. */
  read(): Promise<void>
  /** All rows that this position sees have been sent, or are part of a reload. Undefined before the first read. */
  position(): Position | undefined
  stop(): Promise<void>
}

const RETRY_MS = 1_000
/** Most rows of one read. With more, all screens reload, which costs less than to send the rows one by one. */
const ROWS_MAX = 5_000

/** Passes on each stored notification once, in batches, as transactions commit. */
export function createTail({ db, send, reload, log }: TailOptions): Tail {
  let position: Position | undefined
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let isAway = false
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

  /** A read that is under way may have begun before the call: one more read follows for all calls that came meanwhile. */
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
        isAway = false
      },
      (error: unknown) => {
        if (!isAway) log.warn({ err: error }, 'cannot read new notifications, retrying')
        isAway = true
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
