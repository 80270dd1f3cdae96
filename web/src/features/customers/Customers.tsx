import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { SHEET_NOT_CONFIGURED } from '@app/contracts/rules/customers.ts'
import { RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { isStatus } from '../../shared/api/api-error.ts'
import { leaveForms } from '../../shared/form/unsent.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ChecklistDrawing } from '../../shared/ui/drawings-of-empty-lists.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { EmptyState, ErrorState, StaleNotice } from '../../shared/ui/states.tsx'
import { useOverlay } from '../../shared/ui/use-overlay.ts'
import { LOAD_FAILURE, useCustomers } from './api.ts'
import { CustomerList } from './CustomerList.tsx'
import styles from './Customers.module.css'
import { AsOf } from './notices/AsOf.tsx'
import { failureOf } from './toasts.ts'

const AddCustomer = lazyPart(() => import('./entry/AddCustomer.tsx'))

export default function Customers({ profile }: { profile: CompanyProfile }) {
  const { query, list, refresh, isRefreshing } = useCustomers(profile)
  const overlay = useOverlay(['show', 'person', 'row', 'edit'])
  const shown = overlay.search.get('show') ?? ''
  const again = list?.writes.find(({ id }) => shown === `again-${id}`)
  const isFormOpen = shown === 'new' || again !== undefined
  const toggle = useRef<HTMLButtonElement>(null)

  if (profile.gsapi === '' || isStatus(query.error, 409)) return <NotConfigured />

  function closeForm(): void {
    toggle.current?.focus()
    overlay.close()
  }

  return (
    <div className={styles.screen}>
      <header className={styles.header} data-bar="">
        <div>
          <h1>Customer Engagement</h1>
          <p className={styles.message}>
            {list && (
              <>
                Your spreadsheet <AsOf at={list.asOf} />
              </>
            )}
          </p>
        </div>
        <div className={styles.actions}>
          <Button
            tone="quiet"
            icon={<RefreshCw aria-hidden="true" />}
            state={isRefreshing ? 'busy' : 'idle'}
            onClick={() => void refresh()}
          >
            <HiddenEmoji>🔄</HiddenEmoji>
            Refresh Data
          </Button>
          <Button
            ref={toggle}
            tone={isFormOpen ? 'quiet' : 'primary'}
            aria-expanded={isFormOpen}
            onClick={() => (isFormOpen ? leaveForms(closeForm) : overlay.open('show', 'new'))}
          >
            {isFormOpen ? 'Close Form' : 'Add Customer'}
          </Button>
        </div>
      </header>

      {isFormOpen && <AddCustomer key={shown} profile={profile} again={again} onAdded={closeForm} />}
      <StaleNotice query={query} />
      {query.isLoadingError ? (
        <ErrorState
          title="Error Loading Data"
          message={failureOf(LOAD_FAILURE, query.error)}
          retryLabel="Try Again"
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <CustomerList profile={profile} list={list} overlay={overlay} isLoading={query.isFetching} />
      )}
    </div>
  )
}

const NotConfigured = () => (
  <div className={styles.screen}>
    <h1>Customer Engagement</h1>
    <EmptyState drawing={<ChecklistDrawing />}>
      <strong className={styles.strong}>{SHEET_NOT_CONFIGURED}</strong>
      <span>Please contact your administrator to configure the Google Sheets API integration.</span>
    </EmptyState>
  </div>
)

/**
 * The emoji of a label whose text the specification defines. The emoji is part of the text and of the accessible name. It is not visible,
 * because some systems have no emoji font. Add an icon with the same meaning to the label.
 */
const HiddenEmoji = ({ children }: { children: string }) => <span className="visually-hidden">{children} </span>
