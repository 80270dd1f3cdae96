import { serviceTitles } from '@app/contracts/define.ts'
import { WAITING_COUNT_MAX, type Waiting } from '@app/contracts/http/operations.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import styles from './rows.module.css'
import { currentState, partsDown, type ServiceReport, type ServiceState } from './service-report.ts'
import { countOf, formatAge } from './words.ts'

export function Services({ reports }: { reports: readonly ServiceReport[] }) {
  const { leading } = useOverlay(['service', 'runbook'])
  return (
    <ul className={styles.rows} aria-label="Services">
      {reports.map((report) => (
        <li key={report.service} className={styles.row}>
          <Service report={report} />
          <LinkButton
            tone="quiet"
            size="small"
            {...leading('service', report.service)}
            aria-label={`Details of ${serviceTitles[report.service]}`}
          >
            Details
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

function Service({ report }: { report: ServiceReport }) {
  const { service, status, answeredAt } = report
  const state = currentState(report)
  const isSilent = status === 'silent' || status === 'away'
  return (
    <div className={styles.words}>
      <div className={styles.head}>
        <h3>{serviceTitles[service]}</h3>
        {state && <StateBadge state={state} />}
        {isSilent && <Badge tone="roll-back">Not responding</Badge>}
      </div>
      {status === 'waiting' && (
        <div role="status" aria-busy="true" aria-label="Loading">
          <Skeleton shape="line" />
        </div>
      )}
      {isSilent && answeredAt > 0 && (
        <p className={styles.facts}>
          Last response <Time value={new Date(answeredAt).toISOString()} clock />
        </p>
      )}
      {state && <Details state={state} now={answeredAt} />}
    </div>
  )
}

function StateBadge({ state }: { state: ServiceState }) {
  const isWhole = state.isCounted && partsDown(state).length === 0
  return <Badge tone={isWhole ? 'approved' : 'pending'}>{isWhole ? 'Running' : 'Degraded'}</Badge>
}

function Details({ state, now }: { state: ServiceState; now: number }) {
  const away = partsDown(state)
  return (
    <>
      {away.length > 0 && (
        <ul className={styles.away} aria-label="Unavailable">
          {away.map(({ name, since }) => (
            <li key={name}>
              {name} has been down since <Time value={since} clock />
            </li>
          ))}
        </ul>
      )}
      {state.isCounted ? (
        <WaitingKinds kinds={state.waiting.filter(({ count }) => count > 0)} now={now} />
      ) : (
        <p className={styles.facts}>Queue lengths are unknown because the database is not responding.</p>
      )}
    </>
  )
}

function WaitingKinds({ kinds, now }: { kinds: readonly Waiting[]; now: number }) {
  if (kinds.length === 0) return <p className={styles.facts}>Nothing waiting</p>
  return (
    <ul className={styles.facts} aria-label="Waiting">
      {kinds.map((waiting) => (
        <li key={waiting.kind} data-dead={waiting.kind === 'dead-letters' || undefined}>
          {countOf(waiting, WAITING_COUNT_MAX)}
          {waiting.oldestAt && ` · oldest ${formatAge(now, waiting.oldestAt)}`}
        </li>
      ))}
    </ul>
  )
}
