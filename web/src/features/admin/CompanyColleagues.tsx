import { useId, useState } from 'react'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { EmptyState, RetryNotice, Skeleton } from '../../shared/ui/states.tsx'
import styles from './CompanyPanel.module.css'
import { useColleagues } from './company/colleagues.ts'

const ColleagueItem = lazyPart(async () => ({ default: (await import('../../domain/colleague/ColleagueItem.tsx')).ColleagueItem }))

/** The colleagues of an owner, who get review links without having an account. Admins see them, and only owners change them. */
export function CompanyColleagues({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Colleagues</h3>
      <div>
        <Button tone="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the colleagues' : 'Show the colleagues'}
        </Button>
      </div>
      {isOpen && <ColleagueList companyProfileId={companyProfileId} />}
    </section>
  )
}

function ColleagueList({ companyProfileId }: { companyProfileId: string }) {
  const query = useColleagues(companyProfileId)
  if (query.isPending) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading the colleagues">
        <Skeleton shape="line" />
      </div>
    )
  }
  if (query.isLoadingError) {
    const message = unlessOffline(query.error, 'We couldn’t load the colleagues.')
    return <RetryNotice message={message} busy={query.isFetching} onRetry={() => void query.refetch()} />
  }
  if (query.data?.length === 0) return <EmptyState>This company has no colleagues.</EmptyState>
  return (
    <ul className={styles.colleagues} aria-label="Colleagues">
      {query.data?.map((colleague) => (
        <ColleagueItem key={colleague._id} colleague={colleague} />
      ))}
    </ul>
  )
}
