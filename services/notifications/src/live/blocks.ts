import { type NotificationRow, toNotification } from '../feed/notification.repository.ts'
import { formatPosition, type Position } from '../feed/position.ts'
import { eventBlock } from './event-stream.ts'

/** Most notifications that a stream gets at once: they stay far below what a reader may leave unread. With more it gets a reload. */
export const BLOCKS_MAX = 200

/**
 * The data of a reload. It has the shape of a notification about nothing, since web apps of the previous release parse every event
 * as a notification.
 */
const RELOAD = { id: 0, type: 'notifications.reload', message: '', companyProfileId: null, taskId: null }

const reloadBlock = (position: Position): string =>
  eventBlock({ id: formatPosition(position), name: 'reload', data: JSON.stringify({ ...RELOAD, createdAt: new Date(position.at * 1000) }) })

/** Writes the block after which a reader resumes from this position. */
export const positionBlock = (position: Position): string => eventBlock({ id: formatPosition(position) })

/**
 * Writes notifications as a stream carries them. Only the last has an id: a reader that is cut off before it resumes from where it was
 * before them all.
 */
function notificationBlocks(rows: readonly NotificationRow[], position: Position): string {
  const last = rows.length - 1
  return rows
    .map((row, at) =>
      eventBlock({
        id: at === last ? formatPosition(position) : undefined,
        name: 'notification',
        data: JSON.stringify(toNotification(row)),
      }),
    )
    .join('')
}

/** Writes what brings a reader to a position: the rows it missed, or a reload when these are unknown or too many. */
export function blocksTo(position: Position, rows: readonly NotificationRow[] | undefined): string {
  if (!rows || rows.length > BLOCKS_MAX) return reloadBlock(position)
  return rows.length > 0 ? notificationBlocks(rows, position) : positionBlock(position)
}
