import { brand } from '@app/contracts/brand.ts'
import { acceptAdminInvitation, checkAdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isStatus, messageOf, unlessOffline } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { Form } from '../../shared/form/Form.tsx'
import { useForm } from '../../shared/form/use-form.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { PasswordField } from '../../shared/ui/PasswordField.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { ErrorState, Skeleton } from '../../shared/ui/states.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

const GONE = 410
const isGone = (error: Error | null): boolean => error !== null && isStatus(error, GONE)

/** The page of the link in an invitation. The key restarts it when another link is opened in the same tab. */
function AdminInvitationPage() {
  const { hash } = useLocation()
  return <Invitation key={hash} token={hash.slice(1)} />
}

/** Looks up the address of the invitation, which changes nothing. Only the form uses the invitation, because mail scanners open links. */
function Invitation({ token }: { token: string }) {
  const [accepted, setAccepted] = useState<'accepted' | 'gone'>()
  const query = useQuery({
    queryKey: ['admin-invitation', token],
    queryFn: () => call(checkAdminInvitation, { body: { token } }),
    enabled: token !== '',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  if (accepted === 'accepted') {
    return (
      <SheetPage branded title="Welcome to the team" lead="Your account is ready. Sign in with your email address and your new password.">
        <LinkButton to="/admin/login">Go to the admin login</LinkButton>
      </SheetPage>
    )
  }
  if (!token || accepted === 'gone' || isGone(query.error)) {
    return (
      <SheetPage branded title="This invitation is no longer valid" lead="It was used or revoked, or it has expired.">
        <p>Please ask the person who invited you for a new one.</p>
      </SheetPage>
    )
  }
  return (
    <SheetPage
      branded
      title="Choose a password"
      lead={query.data ? `For your admin account at ${brand.name}: ${query.data.email}.` : `For your admin account at ${brand.name}.`}
    >
      {query.isPending && <Skeleton shape="block" />}
      {query.isError && (
        <ErrorState
          message={unlessOffline(query.error, 'We couldn’t load your invitation.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <PasswordForm
          token={token}
          email={query.data.email}
          onAccepted={() => setAccepted('accepted')}
          onGone={() => setAccepted('gone')}
        />
      )}
    </SheetPage>
  )
}

interface PasswordFormProps {
  token: string
  email: string
  onAccepted: () => void
  onGone: () => void
}

function PasswordForm({ token, email, onAccepted, onGone }: PasswordFormProps) {
  const form = useForm({
    initial: { password: '', confirmation: '' },
    send: ({ password }) => call(acceptAdminInvitation, { body: { token, password } }),
    onSent: onAccepted,
    onFailure(error) {
      if (isGone(error)) onGone()
      else notify.error(messageOf(error, 'We couldn’t create your account. Please try again.'))
    },
  })
  const { password, confirmation } = form.values
  const matches = password === confirmation
  return (
    <Form form={form}>
      {/* Password managers store the new password for this address. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <NewPasswordField label="New password" placeholder="Minimum 8 characters" required password={password} {...form.text('password')} />
      <PasswordField
        label="Confirm password"
        placeholder="Minimum 8 characters"
        autoComplete="new-password"
        required
        {...form.text('confirmation')}
        error={confirmation && !matches ? 'Passwords do not match' : undefined}
      />
      <Button
        type="submit"
        state={form.state}
        busyLabel="Creating..."
        doneLabel="Account created"
        disabled={!isPasswordValid(password) || !matches}
      >
        Create account
      </Button>
    </Form>
  )
}

export default withQueries(AdminInvitationPage)
