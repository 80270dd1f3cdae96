import { formatDayOfMonth, formatLongDay } from '@app/contracts/format/calendar.ts'
import { formatWeekday } from '@app/contracts/format/dates.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import { addDays, type CalendarDate, monthOf } from '@app/contracts/rules/business-dates.ts'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useBusinessTomorrow } from '../../shared/format/use-today.ts'
import { Link } from '../../shared/ui/Link.tsx'
import { TaskThumbnail } from '../task/TaskThumbnail.tsx'
import { StatusIcon, statusText, toneOf } from './EntryStatus.tsx'
import { type CalendarDay, type CalendarEntry, moreText } from './entries.ts'
import styles from './MonthGrid.module.css'
import { firstDayOf, type Month, nextMonth, previousMonth, weeksOf } from './month.ts'
import { useDragEntry } from './use-drag-entry.ts'

interface MonthGridProps {
  month: Month
  setMonth: (month: Month) => void
  today: CalendarDate
  /** Id of the heading that names the month. */
  labelId: string
  days: readonly CalendarDay[] | undefined
  onOpenDay: (date: CalendarDate) => void
  /** Called when an entry was dragged to another day. */
  onMove: ((key: string, date: CalendarDate) => void) | undefined
}

/**
 * The days of a month as a grid with one stop for the Tab key. Arrow keys move between days, Home and End within the week, Page Up and Page
 * Down between months. Enter opens the dialog of a day.
 */
export function MonthGrid({ month, setMonth, today, labelId, days, onOpenDay, onMove }: MonthGridProps) {
  const weeks = weeksOf(month)
  const tomorrow = useBusinessTomorrow()
  const { drag, press: pressEntry } = useDragEntry((key, date) => onMove?.(key, date))
  const [chosen, setChosen] = useState<CalendarDate>()
  const stop = [chosen, today].find((date) => date !== undefined && monthOf(date) === month) ?? firstDayOf(month)
  const cells = useRef(new Map<CalendarDate, HTMLTableCellElement>())
  /** The day that gets the focus when it is rendered. The day can be in a month that is not rendered yet. */
  const target = useRef<CalendarDate>(undefined)

  useEffect(() => {
    if (target.current !== stop) return
    target.current = undefined
    cells.current.get(stop)?.focus()
  }, [stop])

  function move(event: KeyboardEvent, date: CalendarDate): void {
    const week = weeks.find((one) => one.includes(date)) ?? []
    const next = {
      ArrowLeft: addDays(date, -1),
      ArrowRight: addDays(date, 1),
      ArrowUp: addDays(date, -7),
      ArrowDown: addDays(date, 7),
      Home: week.at(0),
      End: week.at(-1),
      PageUp: firstDayOf(previousMonth(month)),
      PageDown: firstDayOf(nextMonth(month)),
    }[event.key]
    if (!next) return
    event.preventDefault()
    target.current = next
    setChosen(next)
    if (monthOf(next) !== month) setMonth(monthOf(next))
  }

  function press(event: KeyboardEvent, date: CalendarDate, day: CalendarDay | undefined): void {
    // The links and buttons inside the cell handle their own keys.
    const isOnCell = event.target === event.currentTarget
    if (isOnCell && day && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      onOpenDay(date)
    } else move(event, date)
  }

  const byDate = new Map(days?.map((day) => [day.date, day]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the base of the grid pattern
    <table className={styles.grid} role="grid" aria-labelledby={labelId} data-dragging={drag ? '' : undefined}>
      <thead>
        <tr>
          {weeks[0]?.map((date) => (
            <th key={date} scope="col" abbr={formatWeekday(date, 'long')}>
              {formatWeekday(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => {
              const day = byDate.get(date)
              return (
                <td
                  key={date}
                  ref={(cell) => {
                    if (cell) cells.current.set(date, cell)
                    else cells.current.delete(date)
                  }}
                  className={styles.day}
                  tabIndex={date === stop ? 0 : -1}
                  aria-current={date === today ? 'date' : undefined}
                  data-day={date}
                  data-over={drag?.over === date ? (date < tomorrow ? 'refused' : 'free') : undefined}
                  data-outside={monthOf(date) === month ? undefined : ''}
                  onKeyDown={(event) => press(event, date, day)}
                  onFocus={() => setChosen(monthOf(date) === month ? date : chosen)}
                >
                  <time className={styles.number} dateTime={date} aria-hidden="true">
                    {formatDayOfMonth(date)}
                  </time>
                  <span className="visually-hidden">{labelOf(date, day)}</span>
                  {day && <DayEntries day={day} dragged={drag?.key} onOpenDay={onOpenDay} onPress={onMove && pressEntry} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns for example "Friday, December 4, 3 posts". */
function labelOf(date: CalendarDate, day: CalendarDay | undefined): string {
  if (!day) return formatLongDay(date)
  if (day.more === null) return `${formatLongDay(date)}, many posts`
  const count = day.entries.length + day.more
  return `${formatLongDay(date)}, ${formatNumber(count)} ${count === 1 ? 'post' : 'posts'}`
}

/** Props of the link of an entry that can be dragged. Empty for other entries. */
type DragProps = Pick<ComponentProps<'a'>, 'onPointerDown' | 'onDragStart'> & { 'data-movable'?: string }

interface DayEntriesProps extends Pick<MonthGridProps, 'onOpenDay'> {
  day: CalendarDay
  /** Key of the entry that is being dragged. */
  dragged: string | undefined
  /** Called when a pointer is pressed on an entry that can be moved. */
  onPress: ReturnType<typeof useDragEntry>['press'] | undefined
}

/** The entries are not stops of the Tab key, because a month can have many of them. The dialog of the day contains all entries. */
function DayEntries({ day: { date, entries, more }, dragged, onOpenDay, onPress }: DayEntriesProps) {
  const dragOf = (entry: CalendarEntry): DragProps =>
    onPress && entry.canMove
      ? {
          'data-movable': entry.key === dragged ? 'dragged' : '',
          onPointerDown: (event) => onPress(event, entry.key, date),
          // The browser's own dragging of links and pictures would end the pointer events.
          onDragStart: (event) => event.preventDefault(),
        }
      : {}
  return (
    <>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <GridEntry entry={entry} drag={dragOf(entry)} />
          </li>
        ))}
      </ul>
      {more !== 0 && (
        <button type="button" className={styles.more} tabIndex={-1} onClick={() => onOpenDay(date)}>
          {moreText(more)}
        </button>
      )}
    </>
  )
}

/** With a company name, an entry has no space for a picture. */
function GridEntry({ entry, drag }: { entry: CalendarEntry; drag: DragProps }) {
  const { title, status, companyName, time, picture, to } = entry
  const content = (
    <>
      <StatusIcon status={status} />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {time && <span className={styles.time}>{time}</span>}
        {companyName && <span className={styles.company}>{companyName}</span>}
        <span className="visually-hidden">({statusText(status)})</span>
      </span>
      {picture?.doneTaskImage && !companyName && <TaskThumbnail task={picture} className={styles.picture} />}
    </>
  )
  const look = { className: styles.entry, 'data-tone': toneOf(status), title: `${title} (${statusText(status)})` }
  if (!to) return <span {...look}>{content}</span>
  return (
    <Link {...look} {...to} {...drag} tabIndex={-1}>
      {content}
    </Link>
  )
}
