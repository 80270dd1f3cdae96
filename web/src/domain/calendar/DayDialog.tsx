import { formatLongDay } from '@app/contracts/format/calendar.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { ReactNode } from 'react'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { EntryRows } from './EntryRows.tsx'
import type { CalendarEntry } from './entries.ts'

interface DayDialogProps {
  date: CalendarDate
  /** All entries of the day. Undefined while they load. */
  entries: readonly CalendarEntry[] | undefined
  onClose: () => void
  /** Messages and controls below the entries, for example a button for more entries. */
  children?: ReactNode
}

/** A dialog with all entries of a day. */
export const DayDialog = ({ date, entries, onClose, children }: DayDialogProps) => (
  <Dialog title={<time dateTime={date}>{formatLongDay(date)}</time>} onClose={onClose}>
    {entries === undefined && (
      <div role="status" aria-busy="true" aria-label="Loading the posts">
        <Skeleton shape="line" />
      </div>
    )}
    {entries?.length === 0 && <p>No posts on this day.</p>}
    {entries && entries.length > 0 && <EntryRows entries={entries} />}
    {children}
  </Dialog>
)
