import { verifyEmail } from '@app/contracts/http/email-verification.ts'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { SendLink } from '../../domain/account/SendLink.tsx'
import { refreshUser } from '../../domain/account/user.ts'
import { ApiError, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { useOwner, useSession } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { withReturnSearch } from '../../shared/ui/navigation.ts'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'

const COMPANY_PROFILE = '?section=4'

/** The key restarts the page when another link is opened in the same tab. */
function VerifyEmailPage() {
  const { hash } = useLocation()
  return <Confirmation key={hash} token={hash.slice(1)} />
}

/**
 * Sends the token in the URL's fragment only when the owner presses the button. Mail scanners open links and run scripts. If the page sent
 * the token without the button, a scanner would confirm the email address.
 */
function Confirmation({ token }: { token: string }) {
  const isVerified = useOwner(({ user }) => user?.emailVerified === true)
  const confirming = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    // The link may belong to another account, so the signed-in account is reloaded from the server.
    onSuccess: () => void refreshUser(),
  })
  const isInvalid = confirming.error instanceof ApiError && confirming.error.code === 'verification-link-invalid'

  if (confirming.data) return <Confirmed isNew={!confirming.data.alreadyVerified} />
  if (isInvalid)
    return isVerified ? (
      <Confirmed isNew={false} />
    ) : (
      <NewLink title="This link is no longer valid" text="It has expired, or a newer link replaced it." />
    )
  if (!token)
    return isVerified ? (
      <Confirmed isNew={false} />
    ) : (
      <NewLink
        title="Confirm your email address"
        text="Confirm your email to approve from your inbox: open the link in the email that we sent you."
      />
    )
  return (
    <SheetPage
      title="Confirm your email address"
      lead="Confirm your email to approve from your inbox, and to get reminders of previews that wait for you."
    >
      <Button state={confirming.isPending ? 'busy' : 'idle'} busyLabel="Confirming…" onClick={() => confirming.mutate()}>
        Confirm email address
      </Button>
      {confirming.isError && (
        <ErrorText>{messageOf(confirming.error, 'We couldn’t confirm your email address. Please try again.')}</ErrorText>
      )}
    </SheetPage>
  )
}

function Confirmed({ isNew }: { isNew: boolean }) {
  return (
    <SheetPage
      title={isNew ? 'Your email address is confirmed' : 'Your email address is already confirmed'}
      lead={
        isNew
          ? 'Thank you. You can now approve previews from your inbox, and we’ll remind you of previews that wait for you.'
          : 'You don’t need to do anything else.'
      }
    >
      <LinkButton to="/management">Open your portal</LinkButton>
    </SheetPage>
  )
}

function NewLink({ title, text }: { title: string; text: string }) {
  const isSignedIn = useSession(({ token }) => token !== null)
  return (
    <SheetPage title={title} lead={text}>
      {isSignedIn ? (
        <SendLink />
      ) : (
        <>
          <p>Sign in and get a new link in your Company Profile.</p>
          <LinkButton to="/login" state={withReturnSearch(COMPANY_PROFILE)}>
            Log in
          </LinkButton>
        </>
      )}
    </SheetPage>
  )
}

export default withQueries(VerifyEmailPage)
