import { listPersonMails, PERSON_MAILS_MAX, type PersonMail } from '@app/contracts/http/person-mails.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { deliveryLooks } from '../../../domain/campaign/dispatch-words.ts'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import styles from './PersonNotes.module.css'

interface PersonMailsProps {
  companyId: string
  address: string
}

/** The latest campaign emails to a person, with their outcomes. */
export function PersonMails({ companyId, address }: PersonMailsProps) {
  const headingId = useId()
  const mails = useQuery({
    // The key begins with the service's name, because events of that service invalidate the query.
    queryKey: ['campaigns', 'person-mails', companyId, address],
    queryFn: ({ signal }) => call(listPersonMails, { params: { companyProfileId: companyId }, query: { address }, signal }),
  })

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId}>Emails from campaigns</h3>
      {mails.isLoadingError && (
        <RetryNotice
          message={unlessOffline(mails.error, 'We couldn’t load the emails.')}
          busy={mails.isFetching}
          onRetry={() => void mails.refetch()}
        />
      )}
      {mails.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading emails">
          <Skeleton shape="line" />
        </div>
      )}
      {mails.data && <MailList mails={mails.data} />}
    </section>
  )
}

function MailList({ mails }: { mails: readonly PersonMail[] }) {
  if (mails.length === 0) return <p className={styles.hint}>No campaign email to this address yet.</p>
  return (
    <>
      <ol className={styles.list} aria-label="Emails from campaigns">
        {mails.map((mail) => (
          <li key={mail._id} className={styles.item}>
            <div className={styles.words}>
              <p>
                <Link to={`?section=2&open=${mail.campaignId}`}>{mail.subject}</Link>
              </p>
              <p className={styles.what}>
                {mail.campaignName} · {mail.stepType} · <Time value={mail.at} />
              </p>
              {mail.reason && <p className={styles.what}>{mail.reason}</p>}
            </div>
            <p className={styles.badges}>
              <Badge tone={deliveryLooks[mail.state].tone}>{deliveryLooks[mail.state].word}</Badge>
              {mail.bouncedAt && <Badge tone="roll-back">Bounced</Badge>}
              {mail.complainedAt && <Badge tone="roll-back">Reported as spam</Badge>}
              {mail.unsubscribedAt && <Badge tone="pending">Unsubscribed</Badge>}
            </p>
          </li>
        ))}
      </ol>
      {mails.length === PERSON_MAILS_MAX && <p className={styles.hint}>These are the latest {PERSON_MAILS_MAX} emails.</p>}
    </>
  )
}
