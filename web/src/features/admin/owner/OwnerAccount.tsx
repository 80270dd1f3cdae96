import type { OwnerAccount as Account } from '@app/contracts/http/owners.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { companyQuery } from '../board/queries.ts'
import panelStyles from '../CompanyPanel.module.css'
import { CorrectEmail } from './CorrectEmail.tsx'
import styles from './OwnerAccount.module.css'
import { canCorrect, ownerQuery, useResendConfirmation } from './owner.ts'

/**
 * Who signs in for a company: the address, whether it works, and the last sign-in. The address can differ from the one in the profile. If it
 * bounced or is not confirmed, admins can correct it.
 */
export function OwnerAccount({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const { ownerId, ownerEmail } = useQuery(companyQuery(companyProfileId)).data ?? {}
  if (!ownerId && !ownerEmail) return null
  return (
    <section className={panelStyles.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Owner</h3>
      {ownerId ? <Loaded ownerId={ownerId} /> : <Facts facts={[{ label: 'Sign-in Email', value: ownerEmail }]} />}
    </section>
  )
}

function Loaded({ ownerId }: { ownerId: string }) {
  const query = useQuery(ownerQuery(ownerId))
  if (query.data) return <AccountFacts owner={query.data} />
  if (query.isLoadingError)
    return (
      <RetryNotice
        message={unlessOffline(query.error, 'We couldn’t load the owner’s account.')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <div role="status" aria-busy="true" aria-label="Loading the owner’s account">
      <Skeleton shape="line" />
    </div>
  )
}

function AccountFacts({ owner }: { owner: Account }) {
  const [isCorrecting, setCorrecting] = useState(false)
  return (
    <>
      <Facts
        facts={[
          {
            label: 'Sign-in Email',
            value: (
              <span className={styles.email}>
                <a href={`mailto:${owner.email}`}>{owner.email}</a>
                <EmailBadge owner={owner} />
              </span>
            ),
          },
          { label: 'Name', value: owner.username, isShort: true },
          {
            label: 'Last signed in',
            value: owner.lastSignedInAt ? <Time value={owner.lastSignedInAt} clock /> : 'Never',
            isShort: true,
          },
        ]}
      />
      {canCorrect(owner) && (
        <div className={styles.buttons}>
          {!owner.emailVerified && <Resend ownerId={owner._id} />}
          <Button tone="quiet" size="small" onClick={() => setCorrecting(true)}>
            Correct the address
          </Button>
        </div>
      )}
      {isCorrecting && <CorrectEmail owner={owner} onClose={() => setCorrecting(false)} />}
    </>
  )
}

function EmailBadge({ owner: { emailVerified, bouncedAt } }: { owner: Account }) {
  if (bouncedAt)
    return (
      <>
        <Badge tone="roll-back">Bounced</Badge>
        <span className={styles.since}>
          <Time value={bouncedAt} />
        </span>
      </>
    )
  return <Badge tone={emailVerified ? 'approved' : 'pending'}>{emailVerified ? 'Confirmed' : 'Not confirmed'}</Badge>
}

/** The button that sends the owner a new link that confirms the address. The result is shown beside it. */
function Resend({ ownerId }: { ownerId: string }) {
  const sending = useResendConfirmation(ownerId)
  return (
    <>
      <Button tone="quiet" size="small" state={sending.isPending ? 'busy' : 'idle'} busyLabel="Sending…" onClick={() => sending.mutate()}>
        Send the confirmation again
      </Button>
      <p role="status" className={styles.said}>
        {!sending.isError && sending.data?.message}
      </p>
      {sending.isError && <ErrorText>{messageOf(sending.error, 'We couldn’t send the link. Please try again.')}</ErrorText>}
    </>
  )
}
