import { type NotificationRow, toNotification } from '../feed/notification.repository.ts'
import { formatPosition, type Position } from '../feed/position.ts'
import { toServerSentEvent } from './event-stream.ts'

/** Maximum number of notifications that a stream gets at once. If there are more, the stream gets a `reload` event instead. */
export const NOTIFICATIONS_MAX = 200

/** The data is `{}`, because clients ignore events without data. */
const reloadEvent = (position: Position): string => toServerSentEvent({ id: formatPosition(position), name: 'reload', data: '{}' })

export const positionEvent = (position: Position): string => toServerSentEvent({ id: formatPosition(position) })

/** Only the last event has an id. So a client that disconnects between two events resumes before the first event. */
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

/** Formats the events up to a position: the missed rows, or one `reload` event if these rows are unknown or too many. */
export function eventsUpTo(position: Position, rows: readonly NotificationRow[] | undefined): string {
  if (!rows || rows.length > NOTIFICATIONS_MAX) return reloadEvent(position)
  return rows.length > 0 ? notificationEvents(rows, position) : positionEvent(position)
}
