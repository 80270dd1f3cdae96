import { type ServiceName, serviceNames, serviceTitles } from '@app/contracts/define.ts'
import { type getServiceState, WAITING_COUNT_MAX, type Waiting } from '@app/contracts/http/operations.ts'
import type { Reply } from '../../../shared/api/route-types.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import { useServiceState } from './api.ts'
import styles from './rows.module.css'
import { countOf, formatAge } from './words.ts'

type State = Reply<typeof getServiceState>

export function Services() {
  const { leading } = useOverlay(['service'])
  return (
    <ul className={styles.rows} aria-label="Services">
      {serviceNames.map((service) => (
        <li key={service} className={styles.row}>
          <Service service={service} />
          <LinkButton tone="quiet" size="small" {...leading('service', service)} aria-label={`Details of ${serviceTitles[service]}`}>
            Details
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

/** Each service has its own request, so that a slow service does not delay the others. */
function Service({ service }: { service: ServiceName }) {
  const { data, isError, isPending, dataUpdatedAt } = useServiceState(service)
  const isAnswering = !isError && data !== undefined
  return (
    <div className={styles.words}>
      <div className={styles.head}>
        <h3>{serviceTitles[service]}</h3>
        {isAnswering && <StateBadge state={data} />}
        {isError && <Badge tone="roll-back">Not responding</Badge>}
      </div>
      {isPending && (
        <div role="status" aria-busy="true" aria-label="Loading">
          <Skeleton shape="line" />
        </div>
      )}
      {isError && dataUpdatedAt > 0 && (
        <p className={styles.facts}>
          Last response <Time value={new Date(dataUpdatedAt).toISOString()} clock />
        </p>
      )}
      {isAnswering && <Details state={data} now={dataUpdatedAt} />}
    </div>
  )
}

const partsDown = ({ parts }: State) => parts.filter(({ isUp }) => !isUp)

function StateBadge({ state }: { state: State }) {
  const isWhole = state.isCounted && partsDown(state).length === 0
  return <Badge tone={isWhole ? 'approved' : 'pending'}>{isWhole ? 'Running' : 'Degraded'}</Badge>
}

function Details({ state, now }: { state: State; now: number }) {
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
