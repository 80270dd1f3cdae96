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

/** The verb of the headings. A person who may only look does not review the posts. */
const verbs = { decide: 'review', look: 'see' } as const

/** Label of the button for a recipient who has not accepted. The link in the email has the same label. */
const DECLINE = 'Decline: no emails about this company'

/** Explains the state of an invitation, and offers the next steps: accept, decline, or leave. */
export function InvitationWords({ invitation, busy, onAccept, onLeave }: InvitationWordsProps) {
  const { state, may, sentTo } = invitation
  const company = invitation.companyName ?? 'a small business'
  const theCompany = invitation.companyName ?? 'the business'
  const accept = <Accept isBusy={busy === 'accept'} onAccept={onAccept} />
  const decline = <Leave label={DECLINE} busyLabel="Declining…" isBusy={busy === 'leave'} onLeave={onLeave} />

  if (state === 'invited') {
    return (
      <>
        <Words heading={`${may === 'look' ? 'See' : 'Review'} posts for ${company}?`}>
          {brand.name} creates posts for {company}. If you accept, we’ll email a link to each new post to <Address>{sentTo}</Address>. You
          don’t need an account.
        </Words>
        <p className={content.lead}>{rights[may]}</p>
        {accept}
        {decline}
        <p className={content.facts}>If you do nothing, we won’t email you again.</p>
      </>
    )
  }
  if (state === 'active') {
    return (
      <>
        <Words heading={`You ${verbs[may]} posts for ${company}`}>
          We email a link to each new post to <Address>{sentTo}</Address>.
        </Words>
        <p className={content.lead}>{rights[may]}</p>
        <Leave label="Leave: stop the emails" busyLabel="Leaving…" isBusy={busy === 'leave'} onLeave={onLeave} />
      </>
    )
  }
  if (state === 'left') {
    return (
      <>
        <Words heading="You won’t get any more emails">
          We won’t email <Address>{sentTo}</Address> about {theCompany} anymore, and links in earlier emails no longer work. If this was a
          mistake, you can still accept the invitation.
        </Words>
        {accept}
      </>
    )
  }
  if (state === 'expired') {
    return (
      <>
        <Words heading="This invitation has expired">
          An invitation works for {INVITATION_DAYS} days. Ask {theCompany} to remove you from the list and to invite you again.
        </Words>
        {decline}
      </>
    )
  }
  return (
    <Words heading="This invitation no longer works">
      You no longer {verbs[may]} posts for {theCompany}, so you won’t get any more emails.
    </Words>
  )
}

interface AcceptProps {
  isBusy: boolean
  onAccept: (press: Press) => void
}

/** The button that accepts an invitation. The button must be held, because mail scanners press buttons. */
const Accept = ({ isBusy, onAccept }: AcceptProps) => (
  <div className={content.box}>
    <div className={dialogs.body}>
      <HeldConfirmation
        holdLabel="Press and hold to accept"
        typedLabel="Accept"
        purpose="accept"
        isBusy={isBusy}
        busyLabel="Saving…"
        onConfirm={onAccept}
      />
    </div>
  </div>
)

interface LeaveProps {
  label: string
  busyLabel: string
  isBusy: boolean
  onLeave: () => void
}

/** The button that declines an invitation, or stops the emails after the person has accepted. */
const Leave = ({ label, busyLabel, isBusy, onLeave }: LeaveProps) => (
  <div className={content.actions}>
    <Button tone="quiet" className={content.button} state={isBusy ? 'busy' : 'idle'} busyLabel={busyLabel} onClick={onLeave}>
      {label}
    </Button>
  </div>
)
