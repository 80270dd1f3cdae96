import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { signOut } from '../../shared/api/sign-out.ts'
import { onUnauthorized } from '../../shared/api/unauthorized.ts'
import { useSession } from '../../shared/stores/session.ts'
import { Brandmark } from '../../shared/ui/Brandmark.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { notify } from '../../shared/ui/notify.ts'
import { useExistingProfile } from './api/get-company-profile.ts'
import { FormSkeleton } from './components/FormSkeleton.tsx'
import styles from './NewCompanyPage.module.css'

/** Only for who has no profile: everybody else passes through without loading it. */
const CreateCompanyForm = lazyPart(() => import('./components/CreateCompanyForm.tsx'), { waiting: <FormSkeleton /> })

/** For signed-in owners without a profile; everybody else is sent where they belong. */
export default function NewCompanyPage() {
  const token = useSession((session) => session.token)
  const logout = useSession((session) => session.logout)
  const existing = useExistingProfile(token !== null)
  useEffect(
    () =>
      onUnauthorized('owner', () => {
        notify.error('Your session has ended. Please log in again.')
        logout()
      }),
    [logout],
  )

  if (!token) return <Navigate to="/login" replace />
  if (existing) return <Navigate to="/management" replace />

  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Brandmark />
        <Button tone="quiet" size="small" onClick={() => signOut('owner')}>
          Logout
        </Button>
      </header>
      <main className={styles.main}>
        <div className={styles.head}>
          <h1 className={styles.title}>Create New Company Profile</h1>
          <p className={styles.lead}>Tell us who you are. It takes about five minutes, and you only do it once.</p>
        </div>
        {existing === undefined ? <FormSkeleton /> : <CreateCompanyForm />}
      </main>
    </div>
  )
}
