import { formatWeekday } from '@app/contracts/format/dates.ts'
import { type Review, snoozeReview } from '@app/contracts/http/reviews.ts'
import { useState } from 'react'
import { messageOf } from '../shared/api/api-error.ts'
import { Button } from '../shared/ui/Button.tsx'
import { ErrorText } from '../shared/ui/ErrorText.tsx'
import { Time } from '../shared/ui/Time.tsx'
import { callReview, reviewIn } from './api.ts'
import content from './content.module.css'

interface SnoozeProps {
  snooze: NonNullable<Review['snooze']>
  /** Called with the current review. `isSaved` is false if the link had ended before the request arrived. */
  onChange: (review: Review, isSaved: boolean) => void
}

const FAILED = 'We couldn’t save this. Please try again.'

/** Lets the recipient postpone reminders about the preview by a few days. */
export function Snooze({ snooze: { until, days }, onChange }: SnoozeProps) {
  const [busyDay, setBusyDay] = useState<string>()
  const [error, setError] = useState<string>()

  async function choose(day: string): Promise<void> {
    if (busyDay) return
    setBusyDay(day)
    setError(undefined)
    try {
      onChange(await callReview(snoozeReview, { body: { until: day } }), true)
    } catch (failure) {
      const outcome = reviewIn(failure)
      if (outcome) onChange(outcome, false)
      else setError(messageOf(failure, FAILED))
    } finally {
      setBusyDay(undefined)
    }
  }

  if (days.length === 0 && until === null) return null
  return (
    <section className={content.box} aria-labelledby="snooze">
      <h2 id="snooze" className={content.title}>
        Remind me later
      </h2>
      <p role="status">
        {until ? (
          <>
            We won’t remind you before <Time value={until} />. You can still decide at any time.
          </>
        ) : (
          'Not now? Choose a day. We won’t remind you before it.'
        )}
      </p>
      <div className={content.actions}>
        {days.map((day) => (
          <Button
            key={day}
            tone="quiet"
            className={content.day}
            aria-pressed={day === until}
            state={busyDay === day ? 'busy' : 'idle'}
            busyLabel="Saving…"
            onClick={() => void choose(day)}
          >
            Not before {formatWeekday(day, 'long')}
          </Button>
        ))}
      </div>
      <ErrorText>{error}</ErrorText>
    </section>
  )
}
