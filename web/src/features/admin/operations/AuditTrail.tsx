import type { ServiceName } from '@app/contracts/define.ts'
import type { AuditEntry } from '@app/contracts/http/operations.ts'
import { useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useAdmins } from '../account/api.ts'
import { useAuditEntries } from './api.ts'
import styles from './rows.module.css'
import { auditWords } from './words.ts'

export function AuditTrail({ service }: { service: ServiceName }) {
  const [pages, setPages] = useState(1)
  const entries = useAuditEntries(service, pages)
  const { data: admins } = useAdmins()
  const { data } = entries
  // The list `admins` does not contain removed admins. For a removed admin, the id is shown instead of the email address.
  const nameOf = (id: string) => admins?.find(({ _id }) => _id === id)?.email ?? id

  return (
    <>
      {entries.isPending && <Skeleton shape="block" />}
      {entries.isError && (
        <RetryNotice
          message={unlessOffline(entries.error, 'We couldn’t load the audit trail.')}
          busy={entries.isFetching}
          onRetry={() => void entries.refetch()}
        />
      )}
      {data?.list.length === 0 && <p>No operator actions yet.</p>}
      <ol className={styles.rows} aria-label="Audit entries">
        {data?.list.map((entry) => (
          <li key={entry._id} className={styles.row}>
            <Line entry={entry} actor={entry.actor ? nameOf(entry.actor) : 'Command line'} subject={nameOf(entry.subject)} />
          </li>
        ))}
      </ol>
      <ShowMore onMore={data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
    </>
  )
}

interface LineProps {
  entry: AuditEntry
  actor: string
  subject: string
}

function Line({ entry: { act, reason, at, affected }, actor, subject }: LineProps) {
  return (
    <div className={styles.words}>
      <p>
        {auditWords[act]} <span className={styles.code}>{subject}</span>
      </p>
      {reason && <p>“{reason}”</p>}
      <p className={styles.facts}>
        <span>{actor}</span>
        <Time value={at} full clock />
        <span>{affected === 0 ? 'no effect: it was already done' : affected > 1 && `${affected} events`}</span>
      </p>
    </div>
  )
}
