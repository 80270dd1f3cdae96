import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { revertEmailChange } from '@app/contracts/http/email-changes.ts'
import { call } from '../../shared/api/call.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { MailedLink } from './MailedLink.tsx'

/** The page of the link with which an owner takes back a change of the email address. */
const RevertEmailPage = () => (
  <MailedLink
    title="Restore your email address"
    lead="Your account gets its former address back, and all devices are signed out. Set a new password right afterwards."
    button="Restore this address"
    busyLabel="Restoring…"
    failed="We couldn’t restore your email address. Please try again."
    send={(token) => call(revertEmailChange, { body: { token } })}
    done={({ email }) => (
      <SheetPage
        title="Your email address is restored"
        lead={`You sign in with ${email} again, and all devices were signed out. Please set a new password now.`}
      >
        <LinkButton to="/reset-password">Set a new password</LinkButton>
      </SheetPage>
    )}
    gone={
      <SheetPage title="This link is no longer valid" lead="It was used, or it has expired.">
        <p>
          If you need help, contact us: {office.phone} or {brand.email}.
        </p>
      </SheetPage>
    }
  />
)

export default withQueries(RevertEmailPage)
