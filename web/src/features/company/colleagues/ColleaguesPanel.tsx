import { COLLEAGUES_MAX } from '@app/contracts/rules/colleagues.ts'
import { useQuery } from '@tanstack/react-query'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { EmptyState, RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { colleaguesQuery } from './api.ts'
import styles from './ColleaguesPanel.module.css'
import { InviteColleague } from './InviteColleague.tsx'
import { OwnersColleague } from './OwnersColleague.tsx'

interface ColleaguesPanelProps {
  companyProfileId: string
  onClose: () => void
}

/** The colleagues of the owner: people who get review links without having an account. */
export default function ColleaguesPanel({ companyProfileId, onClose }: ColleaguesPanelProps) {
  const query = useQuery(colleaguesQuery(companyProfileId))
  const colleagues = query.data
  const current = colleagues?.filter(({ state }) => state !== 'left') ?? []

  return (
    <SidePanel title="Colleagues" onClose={onClose}>
      <div className={styles.panel}>
        <p>
          Each colleague gets an email with a link to each new preview, and doesn’t need an account. You get a receipt for each of their
          decisions.
        </p>
        {query.isPending && (
          <div className={styles.list} role="status" aria-busy="true" aria-label="Loading the colleagues">
            <Skeleton shape="line" />
            <Skeleton shape="line" />
          </div>
        )}
        {query.isLoadingError && (
          <RetryNotice
            message={unlessOffline(query.error, 'We couldn’t load the colleagues.')}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {colleagues?.length === 0 && <EmptyState>No colleagues yet.</EmptyState>}
        {colleagues && colleagues.length > 0 && (
          <ul className={styles.list} aria-label="Colleagues">
            {colleagues.map((colleague) => (
              <OwnersColleague key={colleague._id} companyProfileId={companyProfileId} colleague={colleague} />
            ))}
          </ul>
        )}
        {colleagues &&
          (current.length < COLLEAGUES_MAX ? (
            <InviteColleague companyProfileId={companyProfileId} />
          ) : (
            <p>You can have {COLLEAGUES_MAX} colleagues. To invite another person, remove a colleague first.</p>
          ))}
      </div>
    </SidePanel>
  )
}
