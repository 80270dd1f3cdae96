import { UNOPENED_DAYS } from '@app/contracts/http/monday.ts'
import { useQuery } from '@tanstack/react-query'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Link } from '../../../shared/ui/Link.tsx'
import { ErrorState, StaleNotice } from '../../../shared/ui/states.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import { FINDINGS_LIST, findingsInWords } from '../board/counts.ts'
import { ManagerFilter } from '../board/ManagerFilter.tsx'
import { countsQuery } from '../board/queries.ts'
import { FAILED, useLoadFailure } from '../board/use-load-failure.ts'
import { useManager } from '../board/use-manager.ts'
import tabStyles from '../tabs/tabs.module.css'
import styles from './MondayTab.module.css'
import { useMonday } from './query.ts'
import { Work } from './Work.tsx'

const OWED = '?tab=pending&turn=admin'

/** The first screen of the dashboard: what the admins do first, with the first tasks of each kind of work. */
export default function MondayTab() {
  const { manager } = useManager()
  const query = useMonday(manager)
  useLoadFailure(query, FAILED)
  const { owed, launch, referredBack, calls } = query.data ?? {}
  const findings = useQuery(countsQuery(manager)).data?.findings ?? 0

  return (
    <>
      <div className={tabStyles.head}>
        <ManagerFilter />
        {findings > 0 && (
          <Link className={styles.findings} to={FINDINGS_LIST}>
            {findings === 1 ? '1 preview has findings' : `${findingsInWords(findings)} previews have findings`}
          </Link>
        )}
      </div>
      {query.isPending && <BoardSkeleton />}
      {query.isLoadingError && (
        <ErrorState message={unlessOffline(query.error, FAILED)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      <StaleNotice query={query} />
      {owed && launch && referredBack && calls && (
        <div className={styles.monday}>
          <Work
            title="Previews owed"
            nothing="No preview is due this week."
            groups={[
              { heading: 'Late', isLate: true, list: owed.late, all: OWED },
              { heading: 'Today', list: owed.today, all: OWED },
              { heading: 'This week', list: owed.thisWeek, all: OWED },
            ]}
          />
          <div className={styles.stack}>
            <Work title="Ready to launch" nothing="Nothing is due for launch today." groups={[{ list: launch, all: '?tab=launch' }]} />
            <Work title="Referred back" nothing="Nothing was referred back." groups={[{ list: referredBack, all: '?tab=refer-back' }]} />
          </div>
          <Work
            title="Clients to call"
            nothing="There is nobody to call."
            groups={[
              { heading: 'Email bounced', list: calls.bounced, all: '?tab=waiting&reach=bounced' },
              { heading: 'Approval not confirmed', list: calls.unconfirmed, all: '?tab=approved' },
              { heading: `Not opened for ${UNOPENED_DAYS} days`, list: calls.unopened, all: '?tab=waiting&reach=unopened' },
            ]}
          />
        </div>
      )}
    </>
  )
}
