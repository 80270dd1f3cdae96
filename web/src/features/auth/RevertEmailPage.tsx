import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { revertEmailChange } from '@app/contracts/http/email-changes.ts'
import { EMAIL_REVERT_LIFE_DAYS } from '@app/contracts/rules/email-changes.ts'
import { useLocation } from 'react-router-dom'
import { call } from '../../shared/api/call.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { useSession } from '../../shared/stores/session.ts'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { EmailLink } from './EmailLink.tsx'
import styles from './password-reset.module.css'
import { startReset } from './password-reset.ts'

const TITLE = 'Restore this email address?'

async function restore(token: string): Promise<{ email: string }> {
  const restored = await call(revertEmailChange, { body: { token } })
  // The server has revoked all tokens of the account.
  useSession.getState().logout()
  startReset(restored.email)
  return restored
}

/** Restores the former address of an account. The key restarts the page when another link is opened in the same tab. */
function RevertEmailPage() {
  const { hash } = useLocation()
  return (
    <EmailLink
      key={hash}
      token={hash.slice(1)}
      title={TITLE}
      lead="You’ll sign in with this address again, and all devices are signed out. Then set a new password."
      action="Restore this address"
      busyLabel="Restoring…"
      failed="We couldn’t restore your email address. Please try again."
      send={restore}
      done={(email) => (
        <SheetPage
          title="Your email address is restored"
          lead={
            <>
              You sign in with {email} again, and all devices are signed out. Set a new password now, because somebody may know the old one.
            </>
          }
        >
          <div className={styles.form}>
            <LinkButton to="/reset-password">Set a new password</LinkButton>
            <LinkButton to="/login" tone="quiet">
              Sign in
            </LinkButton>
          </div>
        </SheetPage>
      )}
      gone={
        <SheetPage
          title="This link is no longer valid"
          lead={`It was used already, or ${EMAIL_REVERT_LIFE_DAYS} days have passed. If somebody else has changed your address, please contact us.`}
        >
          <Contact />
        </SheetPage>
      }
      taken={
        <SheetPage title="Another account has this address" lead="So we couldn’t restore it. Please contact us, and we’ll help you.">
          <Contact />
        </SheetPage>
      }
      withoutLink={
        <SheetPage title={TITLE} lead="Open the link in the email that we sent to your former address.">
          <Contact />
        </SheetPage>
      }
    />
  )
}

const Contact = () => (
  <p>
    Call <a href={office.phoneHref}>{office.phone}</a> or write to <a href={`mailto:${brand.email}`}>{brand.email}</a>.
  </p>
)

export default withQueries(RevertEmailPage)
