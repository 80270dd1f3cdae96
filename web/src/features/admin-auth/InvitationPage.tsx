import { acceptAdminInvitation, checkAdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { ADMIN_NAME_MAX } from '@app/contracts/rules/admin-names.ts'
import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { usernameFault } from '@app/contracts/rules/username.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { NewPasswordField } from '../../domain/account/NewPasswordField.tsx'
import { ApiError, isStatus, messageOf, unlessOffline } from '../../shared/api/api-error.ts'
import { adminCall } from '../../shared/api/call.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { Form } from '../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../shared/form/use-form.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { RetryNotice, Skeleton } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'

const TITLE = 'Become an admin'

/** The page of the link in the invitation of an admin. The key restarts the page when another link is opened in the same tab. */
function InvitationPage() {
  const { hash } = useLocation()
  return <Invitation key={hash} token={hash.slice(1)} />
}

/** How an invitation ended. `taken`: the address has another account meanwhile. */
type End = 'accepted' | 'gone' | 'taken'

function Invitation({ token }: { token: string }) {
  const [end, setEnd] = useState<End>()
  // Reading the invitation does not use it up, so a mail scanner that opens the link changes nothing.
  const invitation = useQuery({
    queryKey: ['admin-invitation', token],
    queryFn: ({ signal }) => adminCall(checkAdminInvitation, { body: { token }, signal }),
    enabled: token !== '' && end === undefined,
  })
  const { data, error } = invitation

  if (end === 'accepted')
    return (
      <SheetPage branded title="Your account is ready" lead="Sign in with your email address and your new password.">
        <SignIn email={data?.email} />
      </SheetPage>
    )
  if (end === 'taken')
    return (
      <SheetPage branded title="This address has an account" lead="So the invitation can’t be used. Ask for one to another email address.">
        <SignIn />
      </SheetPage>
    )
  if (end === 'gone' || isStatus(error, 410))
    return (
      <SheetPage
        branded
        title="This invitation is no longer valid"
        lead="It was used, taken back or replaced, or it has expired. If you’ve used it yourself, sign in. If not, ask for a new one."
      >
        <SignIn />
      </SheetPage>
    )
  if (!token)
    return (
      <SheetPage branded title={TITLE} lead="Open the link in your invitation.">
        <SignIn />
      </SheetPage>
    )
  if (!data)
    return (
      <SheetPage branded title={TITLE}>
        {error ? (
          <RetryNotice
            message={isStatus(error, 429) ? error.message : unlessOffline(error, 'We couldn’t load the invitation.')}
            busy={invitation.isFetching}
            onRetry={() => void invitation.refetch()}
          />
        ) : (
          <div role="status" aria-busy="true" aria-label="Loading the invitation">
            <Skeleton shape="block" />
          </div>
        )}
      </SheetPage>
    )
  return (
    <SheetPage
      branded
      title={TITLE}
      lead={
        <>
          Choose a password. This invitation works once, until <Time value={data.expiresAt} clock />.
        </>
      }
    >
      <AcceptForm token={token} email={data.email} onEnd={setEnd} />
    </SheetPage>
  )
}

/** `email` is entered on the sign-in page. */
const SignIn = ({ email }: { email?: string | undefined }) => (
  <LinkButton to="/admin/login" state={{ email }}>
    Sign in
  </LinkButton>
)

/** Returns how the invitation ended if this error ends it. */
function endOf(error: Error): End | undefined {
  if (isStatus(error, 410)) return 'gone'
  return error instanceof ApiError && error.code === 'email-taken' ? 'taken' : undefined
}

interface AcceptFormProps {
  token: string
  email: string
  onEnd: (end: End) => void
}

function AcceptForm({ token, email, onEnd }: AcceptFormProps) {
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { name: '', password: '', confirmation: '' },
    tidy: (entered) => ({ ...entered, name: entered.name.trim() }),
    check: ({ name, password, confirmation }) =>
      faultsIn({
        name: name !== '' && usernameFault(name),
        password: !password && 'Please choose a password',
        confirmation: password !== confirmation && 'Passwords do not match',
      }),
    send({ name, password }) {
      setFailure(undefined)
      return adminCall(acceptAdminInvitation, { body: { token, password, ...(name && { name }) } })
    },
    onSent: () => onEnd('accepted'),
    onFailure(error, isSaid) {
      const end = endOf(error)
      if (end) onEnd(end)
      else if (!isSaid) setFailure(messageOf(error, 'We couldn’t create your account. Please try again.'))
    },
  })
  const { password, confirmation } = form.values

  return (
    <Form form={form}>
      <Field label="Email" type="email" autoComplete="username" value={email} readOnly />
      <Field
        label="Your name"
        hint="Companies that you look after see it."
        maxLength={ADMIN_NAME_MAX}
        autoComplete="name"
        {...form.text('name')}
      />
      <NewPasswordField label="Password" required password={password} {...form.text('password')} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        {...form.text('confirmation')}
        error={confirmation && password !== confirmation ? 'Passwords do not match' : form.errorOf('confirmation')}
      />
      <ErrorText>{failure}</ErrorText>
      <Button type="submit" state={form.state} busyLabel="Creating your account…" disabled={!isPasswordValid(password)}>
        Create account
      </Button>
    </Form>
  )
}

export default withQueries(InvitationPage)
