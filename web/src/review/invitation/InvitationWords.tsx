import { brand } from '@app/contracts/brand.ts'
import type { Invitation } from '@app/contracts/http/colleagues.ts'
import { INVITATION_DAYS } from '@app/contracts/rules/colleagues.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Address } from '../Address.tsx'
import content from '../content.module.css'
import dialogs from '../dialogs.module.css'
import { HeldConfirmation } from '../HeldConfirmation.tsx'
import type { Press } from '../interaction.ts'
import { Words } from '../Words.tsx'

interface InvitationWordsProps {
  invitation: Invitation
  /** The answer that is being sent. */
  busy: 'accept' | 'leave' | undefined
  onAccept: (press: Press) => void
  onLeave: () => void
}

const rights = {
  decide: 'You can approve each post before it is published, or send it back with feedback.',
  look: 'You can look at each post before it is published. You can’t approve it or send it back.',
} as const

/** Label of the button for a recipient who has not accepted. The link in the email has the same label. */
const LEAVE = 'Leave: no emails about this company'

/** Explains the state of an invitation, and offers the next steps: accept, leave, or come back. */
export function InvitationWords({ invitation, busy, onAccept, onLeave }: InvitationWordsProps) {
  const { state, may, sentTo } = invitation
  const company = invitation.companyName ?? 'a small business'
  const theCompany = invitation.companyName ?? 'the business'
  const accept = <Accept label="accept" isBusy={busy === 'accept'} onAccept={onAccept} />
  const leave = (label: string) => <Leave label={label} isBusy={busy === 'leave'} onLeave={onLeave} />

  if (state === 'invited') {
    return (
      <>
        <Words heading={`Review posts for ${company}?`}>
          {brand.name} creates posts for {company}. If you accept, we’ll email a link to each new post to <Address>{sentTo}</Address>. You
          don’t need an account.
        </Words>
        <p className={content.lead}>{rights[may]}</p>
        {accept}
        {leave(LEAVE)}
        <p className={content.facts}>If you do nothing, we won’t email you again.</p>
      </>
    )
  }
  if (state === 'active') {
    return (
      <>
        <Words heading={`You review posts for ${company}`}>
          We email a link to each new post to <Address>{sentTo}</Address>.
        </Words>
        <p className={content.lead}>{rights[may]}</p>
        {leave('Leave: stop the emails')}
      </>
    )
  }
  if (state === 'left') {
    return (
      <>
        <Words heading="You have left">
          We won’t send any more emails about {theCompany} to <Address>{sentTo}</Address>, and your links no longer work. If this was a
          mistake, you can come back.
        </Words>
        <Accept label="come back" isBusy={busy === 'accept'} onAccept={onAccept} />
      </>
    )
  }
  if (state === 'expired') {
    return (
      <>
        <Words heading="This invitation has expired">
          An invitation works for {INVITATION_DAYS} days. Ask {theCompany} to remove you from the list and to invite you again.
        </Words>
        {leave(LEAVE)}
      </>
    )
  }
  return (
    <Words heading="This invitation no longer works">You no longer review posts for {theCompany}, so you won’t get any more emails.</Words>
  )
}

interface AcceptProps {
  label: string
  isBusy: boolean
  onAccept: (press: Press) => void
}

/** The button that accepts an invitation. The button must be held, because mail scanners press buttons. */
const Accept = ({ label, isBusy, onAccept }: AcceptProps) => (
  <div className={content.box}>
    <div className={dialogs.body}>
      <HeldConfirmation
        holdLabel={`Press and hold to ${label}`}
        typedLabel={`${label.charAt(0).toUpperCase()}${label.slice(1)}`}
        purpose={label}
        isBusy={isBusy}
        busyLabel="Saving…"
        onConfirm={onAccept}
      />
    </div>
  </div>
)

const Leave = ({ label, isBusy, onLeave }: { label: string; isBusy: boolean; onLeave: () => void }) => (
  <div className={content.actions}>
    <Button tone="quiet" className={content.button} state={isBusy ? 'busy' : 'idle'} busyLabel="Leaving…" onClick={onLeave}>
      {label}
    </Button>
  </div>
)
