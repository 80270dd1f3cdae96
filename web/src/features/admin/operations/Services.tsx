import { type ServiceName, serviceNames, serviceTitles } from '@app/contracts/define.ts'
import { type getServiceState, WAITING_COUNT_MAX, type Waiting } from '@app/contracts/http/operations.ts'
import type { Reply } from '../../../shared/api/route-types.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { LinkButton } from '../../../shared/ui/Button.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import { useServiceState } from './api.ts'
import styles from './rows.module.css'
import { countOf, formatAge } from './words.ts'

type State = Reply<typeof getServiceState>

/** A row for each service, whether it answers or not. */
export function Services() {
  const { leading } = useOverlay(['service'])
  return (
    <ul className={styles.rows} aria-label="Services">
      {serviceNames.map((service) => (
        <li key={service} className={styles.row}>
          <Service service={service} />
          <LinkButton tone="quiet" size="small" {...leading('service', service)} aria-label={`Look into ${serviceTitles[service]}`}>
            Look into
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

/** Asked for itself: what is known of it does not depend on the others. */
function Service({ service }: { service: ServiceName }) {
  const { data, isError, isPending, dataUpdatedAt } = useServiceState(service)
  const isAnswering = !isError && data !== undefined
  return (
    <div className={styles.words}>
      <div className={styles.head}>
        <h3>{serviceTitles[service]}</h3>
        {isAnswering && <StateBadge state={data} />}
        {isError && <Badge tone="roll-back">Does not answer</Badge>}
      </div>
      {isPending && (
        <div role="status" aria-busy="true" aria-label="Asking">
          <Skeleton shape="line" />
        </div>
      )}
      {isError && dataUpdatedAt > 0 && (
        <p className={styles.facts}>
          Last heard of <Time value={new Date(dataUpdatedAt).toISOString()} clock />
        </p>
      )}
      {isAnswering && <Details state={data} now={dataUpdatedAt} />}
    </div>
  )
}

const awayIn = ({ parts }: State) => parts.filter(({ isUp }) => !isUp)

function StateBadge({ state }: { state: State }) {
  const isWhole = state.isCounted && awayIn(state).length === 0
  return <Badge tone={isWhole ? 'approved' : 'pending'}>{isWhole ? 'Answers' : 'Answers, in part'}</Badge>
}

function Details({ state, now }: { state: State; now: number }) {
  const away = awayIn(state)
  return (
    <>
      {away.length > 0 && (
        <ul className={styles.away} aria-label="Away">
          {away.map(({ name, since }) => (
            <li key={name}>
              {name} is away since <Time value={since} clock />
            </li>
          ))}
        </ul>
      )}
      {state.isCounted ? (
        <WaitingKinds kinds={state.waiting.filter(({ count }) => count > 0)} now={now} />
      ) : (
        <p className={styles.facts}>What waits is not known: its database does not answer.</p>
      )}
    </>
  )
}

function WaitingKinds({ kinds, now }: { kinds: readonly Waiting[]; now: number }) {
  if (kinds.length === 0) return <p className={styles.facts}>Nothing waits</p>
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
