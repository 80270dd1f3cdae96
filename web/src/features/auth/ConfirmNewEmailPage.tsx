import { confirmEmailChange } from '@app/contracts/http/email-changes.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { call } from '../../shared/api/call.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { useOwner, useSession } from '../../shared/stores/session.ts'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { MailedLink } from './MailedLink.tsx'

/** Confirms the address. The link may belong to another account than the signed-in one, so this account is loaded from the server. */
async function confirm(token: string): Promise<{ email: string }> {
  const changed = await call(confirmEmailChange, { body: { token } })
  const me = useSession.getState().token ? await call(getMe, {}).catch(() => undefined) : undefined
  if (me) useOwner.getState().setUser(me)
  return changed
}

/** The page of the link to the new email address of an account. */
const ConfirmNewEmailPage = () => (
  <MailedLink
    title="Confirm your new email address"
    lead="From then on, you sign in with this address, and our emails go there."
    button="Confirm new address"
    busyLabel="Confirming…"
    failed="We couldn’t confirm your new email address. Please try again."
    send={confirm}
    done={({ email }) => (
      <SheetPage title="Your email address was changed" lead={`From now on, sign in with ${email}.`}>
        <LinkButton to="/management">Open your portal</LinkButton>
      </SheetPage>
    )}
    gone={
      <SheetPage
        title="This link is no longer valid"
        lead="It was used or replaced, or it has expired. Sign in and start the change again in your Company Profile."
      >
        <LinkButton to="/management?section=4">Open your Company Profile</LinkButton>
      </SheetPage>
    }
  />
)

export default withQueries(ConfirmNewEmailPage)
