import { confirmEmailChange } from '@app/contracts/http/email-changes.ts'
import { useLocation } from 'react-router-dom'
import { refreshUser } from '../../domain/account/user.ts'
import { call } from '../../shared/api/call.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { useSession } from '../../shared/stores/session.ts'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { withReturnSearch } from '../../shared/ui/navigation.ts'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { EmailLink } from './EmailLink.tsx'

const TITLE = 'Confirm your new email address'
/** The panel of the portal in which an owner changes the address. */
const CHANGE_EMAIL = '?section=4&show=sign-in-email'

async function confirm(token: string): Promise<{ email: string }> {
  const changed = await call(confirmEmailChange, { body: { token } })
  // The link may belong to another account, so the signed-in account is reloaded from the server.
  void refreshUser()
  return changed
}

/** Changes the address with which an owner signs in. The key restarts the page when another link is opened in the same tab. */
function ConfirmEmailPage() {
  const { hash } = useLocation()
  return (
    <EmailLink
      key={hash}
      token={hash.slice(1)}
      title={TITLE}
      lead="Once you’ve confirmed, you’ll sign in with the address that got this link."
      action="Confirm new address"
      busyLabel="Confirming…"
      failed="We couldn’t change your email address. Please try again."
      send={confirm}
      done={(email) => (
        <SheetPage title="Your email address is changed" lead={<>From now on, you sign in with {email}.</>}>
          <Onward search="" signedIn="Open your portal" />
        </SheetPage>
      )}
      gone={
        <SheetPage
          title="This link is no longer valid"
          lead="It was used, canceled or replaced, or it has expired. If you’ve confirmed already, sign in with your new address."
        >
          <Onward search={CHANGE_EMAIL} signedIn="Start again" />
        </SheetPage>
      }
      taken={
        <SheetPage
          title="Another account has this address"
          lead="Nothing has changed: you still sign in with your current address. To use another one, start again in your Company Profile."
        >
          <Onward search={CHANGE_EMAIL} signedIn="Start again" />
        </SheetPage>
      }
      withoutLink={
        <SheetPage title={TITLE} lead="Open the link in the email that we sent to your new address.">
          <Onward search={CHANGE_EMAIL} signedIn="Open your Company Profile" />
        </SheetPage>
      }
    />
  )
}

/** Leads to the portal, after signing in if necessary. */
function Onward({ search, signedIn }: { search: string; signedIn: string }) {
  const isSignedIn = useSession(({ token }) => token !== null)
  if (isSignedIn) return <LinkButton to={`/management${search}`}>{signedIn}</LinkButton>
  return (
    <LinkButton to="/login" state={withReturnSearch(search)}>
      Sign in
    </LinkButton>
  )
}

export default withQueries(ConfirmEmailPage)
