import type { ServiceName } from '@app/contracts/define.ts'
import type { Act } from '@app/contracts/http/operations.ts'
import { useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/stand-ins.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useAdmins } from '../account/api.ts'
import { useActs } from './api.ts'
import styles from './rows.module.css'
import { actWords } from './words.ts'

/** The audit trail of a service, the newest first. */
export function Acts({ service }: { service: ServiceName }) {
  const [pages, setPages] = useState(1)
  const acts = useActs(service, pages)
  const { data: admins } = useAdmins()
  const { data } = acts
  // Those who were removed are known by nothing but their id.
  const nameOf = (id: string) => admins?.find(({ _id }) => _id === id)?.email ?? id

  return (
    <>
      {acts.isPending && <Skeleton shape="block" />}
      {acts.isError && (
        <RetryNotice
          message={unlessOffline(acts.error, 'The audit trail could not be loaded.')}
          busy={acts.isFetching}
          onRetry={() => void acts.refetch()}
        />
      )}
      {data?.list.length === 0 && <p>Nothing yet.</p>}
      <ol className={styles.rows} aria-label="Acts">
        {data?.list.map((act) => (
          <li key={act._id} className={styles.row}>
            <Line act={act} actor={act.actor ? nameOf(act.actor) : 'At the command line'} subject={nameOf(act.subject)} />
          </li>
        ))}
      </ol>
      <ShowMore onMore={data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
    </>
  )
}

interface LineProps {
  act: Act
  actor: string
  subject: string
}

function Line({ act: { act, reason, at, affected }, actor, subject }: LineProps) {
  return (
    <div className={styles.words}>
      <p>
        {actWords[act]} <span className={styles.code}>{subject}</span>
      </p>
      {reason && <p>“{reason}”</p>}
      <p className={styles.facts}>
        <span>{actor}</span>
        <Time value={at} clock />
        <span>{affected === 0 ? 'came too late: nothing was done' : affected > 1 && `${affected} events`}</span>
      </p>
    </div>
  )
}
