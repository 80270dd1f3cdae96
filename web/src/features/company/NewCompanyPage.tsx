import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { companyQuery } from '../../shared/api/company.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { useSessionEnd } from '../../shared/api/session-end.ts'
import { signOut } from '../../shared/api/sign-out.ts'
import { userQuery } from '../../shared/api/user.ts'
import { useSession } from '../../shared/stores/session.ts'
import { Brandmark } from '../../shared/ui/Brandmark.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { withReturnSearch } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { RetryNotice, Skeleton } from '../../shared/ui/states.tsx'
import styles from './NewCompanyPage.module.css'
import fieldStyles from './ProfileFields.module.css'

/** The form is loaded on demand, because owners with a profile do not see it. */
const CreateCompanyForm = lazyPart(() => import('./CreateCompanyForm.tsx'), { waiting: <FormSkeleton /> })

/** The page for signed-in owners without a company profile. Everyone else is redirected. */
function NewCompanyPage() {
  const logout = useSession((session) => session.logout)
  const { search } = useLocation()
  const sessionEnd = useSessionEnd('owner')
  const { hasCompany, error, retry } = useHasCompany(sessionEnd === undefined)
  useEffect(() => {
    if (sessionEnd !== 'expired') return
    notify.error('Session expired. Please log in again')
    logout()
  }, [sessionEnd, logout])

  if (sessionEnd) return <Navigate to="/login" replace state={withReturnSearch(search)} />
  if (hasCompany) return <Navigate to="/management" replace />

  return (
    <div className={styles.page}>
      <header className={styles.bar} data-bar="">
        <Brandmark />
        <Button tone="quiet" size="small" onClick={() => signOut('owner')}>
          Logout
        </Button>
      </header>
      <main className={styles.main}>
        <div className={styles.head}>
          <h1 className={styles.title}>Create New Company Profile</h1>
          <p className={styles.lead}>Three short steps. You can add everything else later.</p>
        </div>
        {hasCompany === false && <CreateCompanyForm />}
        {hasCompany === undefined && !error && <FormSkeleton />}
        {error !== undefined && <RetryNotice message={unlessOffline(error, 'Failed to load company profile')} onRetry={retry} />}
      </main>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className={fieldStyles.form} aria-busy="true" role="status" aria-label="Loading">
      <div className={fieldStyles.sections}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
      <div className={fieldStyles.aside}>
        <Skeleton shape="block" />
      </div>
    </div>
  )
}

/** Sends the request only once. A later response could remove the form while the owner is typing in it. */
function useHasCompany(enabled: boolean) {
  const queryClient = useQueryClient()
  const [hasCompany, setHasCompany] = useState<boolean>()
  const [error, setError] = useState<unknown>()

  useEffect(() => {
    if (!enabled || error) return
    let left = false
    const ask = async () => {
      const user = queryClient.prefetchQuery(userQuery)
      const { profile } = await queryClient.fetchQuery({ ...companyQuery, staleTime: 0 })
      // The drafts of the form are stored per user, so the form can open only when the user is loaded.
      await user
      if (!left) setHasCompany(profile !== null)
    }
    ask().catch((failure) => !left && setError(failure))
    return () => {
      left = true
    }
  }, [enabled, error, queryClient])

  return { hasCompany, error, retry: () => setError(undefined) }
}

export default withQueries(NewCompanyPage)
