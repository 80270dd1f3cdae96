import type { ServiceName } from '@app/contracts/define.ts'
import type { DeadLetter } from '@app/contracts/http/operations.ts'
import { useId, useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { CodeBlock } from '../CodeBlock.tsx'
import { useDeadLetter } from './api.ts'
import rows from './rows.module.css'

interface DeadLetterRowProps {
  service: ServiceName
  deadLetter: DeadLetter
  onReplay: () => void
  onDrop: () => void
}

export function DeadLetterRow({
  service,
  deadLetter: { _id, type, error, attempts, failedAt, retryAt },
  onReplay,
  onDrop,
}: DeadLetterRowProps) {
  const [isShown, setShown] = useState(false)
  const id = useId()
  return (
    <>
      <div className={rows.words}>
        <h4 id={id} className={rows.code}>
          {type}
        </h4>
        <p>{error}</p>
        <p className={rows.facts}>
          <Badge tone={retryAt ? 'pending' : 'roll-back'}>{retryAt ? 'Retrying' : 'Failed'}</Badge>
          <span>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
          <span>
            failed <Time value={failedAt} clock />
          </span>
          {retryAt && (
            <span>
              next retry <Time value={retryAt} clock />
            </span>
          )}
        </p>
        {isShown && <Event service={service} id={_id} />}
      </div>
      <div className={rows.end}>
        <Button tone="quiet" size="small" aria-expanded={isShown} aria-describedby={id} onClick={() => setShown(!isShown)}>
          Event
        </Button>
        {retryAt === null && (
          <Button tone="quiet" size="small" aria-describedby={id} onClick={onReplay}>
            Retry
          </Button>
        )}
        <Button tone="quiet" size="small" aria-describedby={id} onClick={onDrop}>
          Drop
        </Button>
      </div>
    </>
  )
}

function Event({ service, id }: { service: ServiceName; id: string }) {
  const deadLetter = useDeadLetter(service, id)
  if (deadLetter.isPending) return <Skeleton shape="block" />
  if (deadLetter.isError) {
    const message = unlessOffline(deadLetter.error, 'We couldn’t load the event.')
    return <RetryNotice message={message} busy={deadLetter.isFetching} onRetry={() => void deadLetter.refetch()} />
  }
  return <CodeBlock label="Event">{JSON.stringify(deadLetter.data.event, null, 2)}</CodeBlock>
}
