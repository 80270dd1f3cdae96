import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { WaitingPreview } from './waiting-preview.repository.ts'

/** Whether the reminders of a preview are postponed to a later day than today. */
export const isPostponed = (until: CalendarDate | null, today: CalendarDate): boolean => until !== null && until > today

interface Listing {
  today: CalendarDate
  /** The task whose preview is listed first, even if the owner postponed its reminders. Null for a reminder of the schedule. */
  firstTaskId: string | null
}

/** Returns the previews that a reminder lists, in their order. Previews whose reminders the owner postponed are left out. */
export function listedPreviews(waiting: readonly WaitingPreview[], { today, firstTaskId }: Listing): WaitingPreview[] {
  const first = waiting.filter(({ _id }) => _id === firstTaskId)
  const others = waiting.filter(({ _id, snoozedUntil }) => _id !== firstTaskId && !isPostponed(snoozedUntil, today))
  return [...first, ...others]
}
