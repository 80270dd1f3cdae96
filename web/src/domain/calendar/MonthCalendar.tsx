import { formatMonth } from '@app/contracts/format/dates.ts'
import { type CalendarDate, monthOf } from '@app/contracts/rules/business-dates.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useRef, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../../shared/ui/Button.tsx'
import { Agenda } from './Agenda.tsx'
import { Legend } from './EntryStatus.tsx'
import type { CalendarDay } from './entries.ts'
import styles from './MonthCalendar.module.css'
import { MonthGrid } from './MonthGrid.tsx'
import { firstDayOf, type Month, nextMonth, previousMonth, type useMonth } from './month.ts'
import { describeRemaining } from './remaining-posts.ts'
import { type MoveEntry, useShownMoves } from './use-shown-moves.ts'

interface MonthCalendarProps {
  place: ReturnType<typeof useMonth>
  /** The days with entries, in the weeks of the month. Undefined while they load. */
  days: readonly CalendarDay[] | undefined
  /** Opens the dialog with all entries of a day. */
  onOpenDay: (date: CalendarDate) => void
  /** Controls beside the buttons for the months. */
  tools?: ReactNode
  /** Messages above the days. */
  notices?: ReactNode
  /** Shown in place of the days if they could not be loaded. */
  failure?: ReactNode
  /** Opens the form for a new post. A month without posts then has a button that calls this function. */
  onPlan?: (() => void) | undefined
  /**
   * Moves an entry to another day. The calendar shows the entry there at once. When the promise has settled, it shows the entry on the day
   * in `days`.
   */
  onMove?: MoveEntry
}

/** The posts of a month: as a grid on wide screens, and as a list by day (an agenda) on narrow screens. */
export function MonthCalendar({ place, days, onOpenDay, tools, notices, failure, onPlan, onMove }: MonthCalendarProps) {
  const { month, setMonth, today } = place
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const isWide = useWide()
  const { shown, move } = useShownMoves(days, onMove)
  const Layout = isWide ? MonthGrid : Agenda

  /** Shows the next month from its beginning. The button that calls this function is at the end of the month. */
  function showNext(): void {
    setMonth(nextMonth(month))
    heading.current?.focus()
  }

  return (
    <section className={styles.calendar} aria-labelledby={id} aria-busy={(!failure && days === undefined) || undefined}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} className={styles.month} tabIndex={-1} aria-live="polite">
          {formatMonth(firstDayOf(month))}
        </h2>
        <div className={styles.steps}>
          <IconButton label="Previous month" icon={<ChevronLeft />} onClick={() => setMonth(previousMonth(month))} />
          <Button tone="quiet" size="small" onClick={() => setMonth(monthOf(today))}>
            Today
          </Button>
          <IconButton label="Next month" icon={<ChevronRight />} onClick={() => setMonth(nextMonth(month))} />
        </div>
        {tools && <div className={styles.tools}>{tools}</div>}
      </div>
      {notices}
      {isWide && !failure && shown && <Remaining {...place} days={shown} onNextMonth={showNext} onPlan={onPlan} />}
      {failure || (
        <Layout {...place} labelId={id} days={shown} onOpenDay={onOpenDay} onNextMonth={showNext} onPlan={onPlan} onMove={move} />
      )}
      {isWide && !failure && <Legend />}
      {isWide && !failure && move && <p className={styles.hint}>Drag a post to another day, or open it and choose Move to….</p>}
    </section>
  )
}

interface RemainingProps extends Pick<MonthCalendarProps, 'onPlan'> {
  month: Month
  today: CalendarDate
  days: readonly CalendarDay[]
  onNextMonth: () => void
}

/** One line above the grid of a month with few posts to come, with the next steps. The agenda has its own buttons at the end. */
function Remaining({ month, today, days, onNextMonth, onPlan }: RemainingProps) {
  const words = describeRemaining(month, today, days)
  if (!words) return null
  const isEmpty = days.every(({ date }) => monthOf(date) !== month)
  return (
    <div className={styles.remaining}>
      <p>{words}</p>
      <Button tone="quiet" size="small" onClick={onNextMonth}>
        Show {formatMonth(firstDayOf(nextMonth(month)))}
      </Button>
      {isEmpty && onPlan && (
        <Button tone="quiet" size="small" onClick={onPlan}>
          Assign a task
        </Button>
      )}
    </div>
  )
}

/** Minimum width of the window for the grid of a month, in rem, because enlarged text needs wider columns. */
const WIDE_REM = 60

function subscribe(notify: () => void): () => void {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

function isWide(): boolean {
  const { fontSize } = getComputedStyle(document.documentElement)
  return window.innerWidth >= WIDE_REM * Number.parseFloat(fontSize)
}

/** Whether the window is wide enough for the grid of a month. */
const useWide = (): boolean => useSyncExternalStore(subscribe, isWide)
