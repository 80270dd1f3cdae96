import { formatLongDay } from '@app/contracts/format/calendar.ts'
import { formatMonth } from '@app/contracts/format/dates.ts'
import { type CalendarDate, monthOf } from '@app/contracts/rules/business-dates.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { EmptyState, Skeleton } from '../../shared/ui/states.tsx'
import styles from './Agenda.module.css'
import { EntryRows } from './EntryRows.tsx'
import { type CalendarDay, moreText } from './entries.ts'
import { firstDayOf, type Month, nextMonth } from './month.ts'

interface AgendaProps {
  month: Month
  today: CalendarDate
  days: readonly CalendarDay[] | undefined
  onOpenDay: (date: CalendarDate) => void
  onNextMonth: () => void
  onPlan: (() => void) | undefined
}

/** The days of a month that have entries, as a list. A button at the end shows the next month. */
export function Agenda({ month, today, days, onOpenDay, onNextMonth, onPlan }: AgendaProps) {
  if (!days)
    return (
      <div role="status" aria-label="Loading the calendar">
        <Skeleton shape="block" />
      </div>
    )
  const ofMonth = days.filter(({ date }) => monthOf(date) === month).toSorted((a, b) => a.date.localeCompare(b.date))
  const next = (
    <Button tone="quiet" className={styles.next} onClick={onNextMonth}>
      Show {formatMonth(firstDayOf(nextMonth(month)))}
    </Button>
  )
  if (ofMonth.length === 0) {
    const plan = onPlan && (
      <Button tone="quiet" className={styles.next} onClick={onPlan}>
        Assign a task
      </Button>
    )
    const actions = (
      <>
        {next}
        {plan}
      </>
    )
    return <EmptyState action={actions}>No posts in {formatMonth(firstDayOf(month))}.</EmptyState>
  }
  return (
    <>
      <ol className={styles.days}>
        {ofMonth.map(({ date, entries, more }) => (
          <li key={date} className={styles.day}>
            <h3 className={styles.date} data-today={date === today || undefined}>
              <time dateTime={date}>{formatLongDay(date)}</time>
              {date === today && <span className={styles.today}>Today</span>}
            </h3>
            <EntryRows entries={entries} />
            {more !== 0 && (
              <button
                type="button"
                className={styles.more}
                aria-label={`${moreText(more)}, ${formatLongDay(date)}`}
                onClick={() => onOpenDay(date)}
              >
                {moreText(more)}
              </button>
            )}
          </li>
        ))}
      </ol>
      {next}
    </>
  )
}
