import { formatDate } from '@app/contracts/format/dates.ts'
import type { Series } from '@app/contracts/http/series.ts'
import { recurrenceText } from '@app/contracts/rules/recurrence.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { RetryNotice } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useEndSeries, useSkip } from './series-actions.ts'
import { seriesQuery } from './series-query.ts'
import styles from './TaskSeries.module.css'

// The form is loaded on demand, because owners rarely change a series.
const ChangeSeries = lazyPart(() => import('./ChangeSeries.tsx'))

/** Shows on which dates a task repeats. The owner can change or end the repeats, or skip the next date. */
export default function TaskSeries({ seriesId }: { seriesId: string }) {
  const headingId = useId()
  const query = useQuery(seriesQuery(seriesId))
  if (query.isLoadingError) {
    return (
      <RetryNotice
        message={unlessOffline(query.error, 'Error loading the repeats')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!query.data) return null
  return (
    <section className={styles.series} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Repeats
      </h3>
      <Repeats series={query.data} />
    </section>
  )
}

function Repeats({ series }: { series: Series }) {
  const [mode, setMode] = useState<'look' | 'change' | 'skip' | 'end'>('look')
  const changeButton = useRef<HTMLButtonElement>(null)
  const skip = useSkip()
  const end = useEndSeries()
  const look = () => setMode('look')

  /** Shows the buttons again, because a hidden button cannot get the focus. */
  function closeForm(): void {
    flushSync(look)
    changeButton.current?.focus()
  }

  const { nextDate } = series
  return (
    <>
      <p role="status">
        {nextDate ? (
          <>
            {recurrenceText(series)} until {formatDate(series.recurrenceEndDate)}.{' '}
            <span className={styles.next}>
              Next: <Time value={nextDate} full />
            </span>
          </>
        ) : (
          'This task no longer repeats.'
        )}
      </p>
      {mode === 'change' ? (
        <ChangeSeries series={series} onClose={closeForm} />
      ) : (
        <div className={styles.actions}>
          {nextDate && (
            <Button tone="quiet" size="small" onClick={() => setMode('skip')}>
              Skip {formatDate(nextDate)}
            </Button>
          )}
          <Button ref={changeButton} tone="quiet" size="small" onClick={() => setMode('change')}>
            {nextDate ? 'Change repeats' : 'Repeat again'}
          </Button>
          {nextDate && (
            <Button tone="quiet" size="small" onClick={() => setMode('end')}>
              Stop repeating
            </Button>
          )}
        </div>
      )}
      {mode === 'skip' && nextDate && (
        <ConfirmDialog
          title={`Skip ${formatDate(nextDate)}?`}
          question="We won’t prepare a post for this date. The task repeats again after it."
          confirmLabel="Skip"
          busyLabel="Skipping…"
          tone="primary"
          busy={skip.isPending}
          onConfirm={() => skip.mutate(series, { onSettled: look })}
          onCancel={look}
        />
      )}
      {mode === 'end' && (
        <ConfirmDialog
          title="Stop repeating?"
          question="We won’t add more tasks. Tasks in your list stay. Remove the ones you don’t want."
          confirmLabel="Stop repeating"
          busyLabel="Ending…"
          busy={end.isPending}
          onConfirm={() => end.mutate(series, { onSettled: look })}
          onCancel={look}
        />
      )}
    </>
  )
}
