import { brand } from '@app/contracts/brand.ts'
import type { Invitation } from '@app/contracts/http/colleagues.ts'
import { INVITATION_DAYS } from '@app/contracts/rules/colleagues.ts'
import { Button } from '../../shared/ui/Button.tsx'
import content from '../content.module.css'
import { Address } from '../content.tsx'
import dialogs from '../dialogs.module.css'
import { HeldConfirmation } from '../HeldConfirmation.tsx'
import type { Press } from '../interaction.ts'
import { Words } from '../Words.tsx'

/** The answers of the recipient. `ask`: a person who left asks the owner to come back. */
export type Answer = 'accept' | 'ask' | 'leave'

interface InvitationWordsProps {
  invitation: Invitation
  /** The answer that is being sent. */
  busy: Answer | undefined
  onAccept: (press: Press) => void
  onAsk: (press: Press) => void
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

/** Explains the state of an invitation, and offers the next steps: accept, decline, leave, or ask to come back. */
export function InvitationWords({ invitation, busy, onAccept, onAsk, onLeave }: InvitationWordsProps) {
  const { state, may, sentTo } = invitation
  const business = invitation.companyName && <p className={content.facts}>Name of the business: “{invitation.companyName}”</p>
  const gone = (
    <>
      We won’t email <Address>{sentTo}</Address> about this business anymore, and links in earlier emails no longer work.
    </>
  )
  const decline = <Leave label={DECLINE} busyLabel="Declining…" isBusy={busy === 'leave'} onLeave={onLeave} />

  if (state === 'invited') {
    return (
      <>
        <Words heading={`${may === 'look' ? 'See' : 'Review'} posts for a small business?`} after={business}>
          {brand.name} creates posts for a small business. If you accept, we’ll email a link to each new post to <Address>{sentTo}</Address>
          . You don’t need an account.
        </Words>
        <p className={content.lead}>{rights[may]}</p>
        <HeldBox label="Press and hold to accept" typedLabel="Accept" purpose="accept" isBusy={busy === 'accept'} onConfirm={onAccept} />
        {decline}
        <p className={content.facts}>If you do nothing, we won’t email you again.</p>
      </>
    )
  }
  if (state === 'active') {
    return (
      <>
        <Words heading={`You ${verbs[may]} posts`} after={business}>
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
        <Words heading="You won’t get any more emails" after={business}>
          {gone} If this was a mistake, ask the owner to come back. The owner then agrees or refuses.
        </Words>
        <HeldBox
          label="Press and hold to ask the owner"
          typedLabel="Ask the owner"
          purpose="ask the owner"
          isBusy={busy === 'ask'}
          onConfirm={onAsk}
        />
      </>
    )
  }
  if (state === 'asked') {
    return (
      <>
        <Words heading="We asked the owner" after={business}>
          If the owner agrees, we’ll email a link to each new post to <Address>{sentTo}</Address> again. Until then, you get no emails.
        </Words>
        <Leave label="Withdraw your request" busyLabel="Withdrawing…" isBusy={busy === 'leave'} onLeave={onLeave} />
      </>
    )
  }
  if (state === 'ended')
    return (
      <Words heading="You won’t get any more emails" after={business}>
        {gone}
      </Words>
    )
  if (state === 'expired') {
    return (
      <>
        <Words heading="This invitation has expired" after={business}>
          An invitation works for {INVITATION_DAYS} days. Ask the owner of the business to remove you from the list and to invite you again.
        </Words>
        {decline}
      </>
    )
  }
  return (
    <Words heading="This invitation no longer works" after={business}>
      You no longer {verbs[may]} posts for this business, so you won’t get any more emails.
    </Words>
  )
}

interface HeldBoxProps {
  label: string
  /** Label of the button for recipients who type a number instead. */
  typedLabel: string
  purpose: string
  isBusy: boolean
  onConfirm: (press: Press) => void
}

/** A button that must be held, because mail scanners press buttons. */
const HeldBox = ({ label, typedLabel, purpose, isBusy, onConfirm }: HeldBoxProps) => (
  <div className={content.box}>
    <div className={dialogs.body}>
      <HeldConfirmation
        holdLabel={label}
        typedLabel={typedLabel}
        purpose={purpose}
        isBusy={isBusy}
        busyLabel="Saving…"
        onConfirm={onConfirm}
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
