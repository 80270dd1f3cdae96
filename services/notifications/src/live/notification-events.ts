import { type NotificationRow, toNotification } from '../feed/notification.repository.ts'
import { formatPosition, type Position } from '../feed/position.ts'
import { toServerSentEvent } from './event-stream.ts'

/**
 * The largest number of notifications that a stream gets at once, which is far below the limit of unsent text. A stream with more
 * gets a reload.
 */
export const NOTIFICATIONS_MAX = 200

/** An event needs data, or clients ignore it. */
const reloadEvent = (position: Position): string => toServerSentEvent({ id: formatPosition(position), name: 'reload', data: '{}' })

/** Formats the event that only sets the position from which a subscriber resumes. */
export const positionEvent = (position: Position): string => toServerSentEvent({ id: formatPosition(position) })

/**
 * Formats notifications. Only the last event has an id: a subscriber that is disconnected between them resumes from the position before
 * all of them.
 */
function notificationEvents(rows: readonly NotificationRow[], position: Position): string {
  const last = rows.length - 1
  return rows
    .map((row, index) =>
      toServerSentEvent({
        id: index === last ? formatPosition(position) : undefined,
        name: 'notification',
        data: JSON.stringify(toNotification(row)),
      }),
    )
    .join('')
}

/** Formats the events that bring a subscriber to a position: the missed rows, or a reload when the rows are unknown or too many. */
export function eventsUpTo(position: Position, rows: readonly NotificationRow[] | undefined): string {
  if (!rows || rows.length > NOTIFICATIONS_MAX) return reloadEvent(position)
  return rows.length > 0 ? notificationEvents(rows, position) : positionEvent(position)
}
