import { formatDate } from '@app/contracts/format/dates.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import { OPENS_ESTIMATED } from '@app/contracts/format/report-words.ts'
import { formatTime } from '@app/contracts/format/times.ts'
import { type CameBack, getCameBack } from '@app/contracts/http/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { unlessOffline } from '../../shared/api/api-error.ts'
import type { call } from '../../shared/api/call.ts'
import { calendarDate, timeZone } from '../../shared/format/dates.ts'
import { RetryNotice, Skeleton } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './CameBackOverTime.module.css'
import { feedbackCounts } from './dispatch-words.ts'
import { formatCount } from './left-out.ts'

type Slot = CameBack['slots'][number]

interface CameBackProps {
  campaignId: string
  /** Whether an email bounced, or a person unsubscribed or complained. */
  hasFeedback: boolean
  ask: typeof call
}

/**
 * The numbers of opens and clicks of a campaign's emails, and a chart of bounces, unsubscribes and complaints over time. Screen readers get
 * the figures of the chart as a table.
 */
export function CameBackOverTime({ campaignId: id, hasFeedback, ask }: CameBackProps) {
  const report = useQuery({
    // The key begins with the service's name, because events of that service invalidate the query.
    queryKey: ['campaigns', 'came-back', id],
    queryFn: ({ signal }) => ask(getCameBack, { params: { id }, signal }),
  })
  if (report.isPending) return <Skeleton shape="block" />
  if (report.isLoadingError)
    return (
      <RetryNotice
        message={unlessOffline(
          report.error,
          hasFeedback ? 'We couldn’t load bounces, unsubscribes and spam reports.' : 'We couldn’t load opens and clicks.',
        )}
        busy={report.isFetching}
        onRetry={() => void report.refetch()}
      />
    )
  return (
    report.data && (
      <>
        <Opens {...report.data} />
        {hasFeedback && <Picture {...report.data} />}
      </>
    )
  )
}

function Opens({ opened, clicked }: CameBack) {
  if (opened === null || clicked === null) return null
  return (
    <p>
      People opened about {formatCount(opened, 'email', 'emails')} and clicked a link in about {formatNumber(clicked)}.{' '}
      <span className={styles.note}>{OPENS_ESTIMATED}</span>
    </p>
  )
}

function Picture({ by, slots }: CameBack) {
  const most = Math.max(1, ...slots.map(countOf))
  const [first, last] = [slots[0], slots.at(-1)]
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <strong>Bounces, unsubscribes and spam reports by {by}</strong>
        <span className={styles.keys}>
          {feedbackCounts.map(({ name, word }) => (
            <span key={name}>
              <span className={styles.key} data-of={name} aria-hidden="true" />
              {word}
            </span>
          ))}
        </span>
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        <span>{formatNumber(most)}</span>
        <div className={styles.columns}>
          {slots.map((slot) => (
            <span key={slot.at} className={styles.column} style={{ '--share': countOf(slot) / most }}>
              {feedbackCounts.map(
                ({ name }) =>
                  slot[name] > 0 && <span key={name} className={styles.part} data-of={name} style={{ '--count': slot[name] }} />,
              )}
            </span>
          ))}
        </div>
        <div className={styles.ends}>
          {first && <When slot={first} by={by} />}
          {last && last !== first && <When slot={last} by={by} />}
        </div>
      </div>
      {/* The wrapper is hidden instead of the table, because a table never becomes narrower than its text. */}
      <div className="visually-hidden">
        <table>
          <caption>Bounces, unsubscribes and spam reports by {by}</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              {feedbackCounts.map(({ name, word }) => (
                <th key={name} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slots
              .filter((slot) => countOf(slot) > 0)
              .map((slot) => (
                <tr key={slot.at}>
                  <th scope="row">
                    <When slot={slot} by={by} />
                  </th>
                  {feedbackCounts.map(({ name }) => (
                    <td key={name}>{slot[name]}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const countOf = (slot: Slot): number => feedbackCounts.reduce((sum, { name }) => sum + slot[name], 0)

/** A day or an hour in the business's time zone, for example "Mon, Dec 7, 2026, 9:00 AM". */
const When = ({ slot: { at }, by }: { slot: Slot; by: CameBack['by'] }) =>
  by === 'day' ? (
    <Time value={at} full />
  ) : (
    <time dateTime={at}>
      {formatDate(calendarDate(at))}, {formatTime(at, timeZone())}
    </time>
  )
