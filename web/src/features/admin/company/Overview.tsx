import type { CompanyLine, getBoardCompany } from '@app/contracts/http/board.ts'
import { brandImageFields, type CompanyProfile } from '@app/contracts/http/company.ts'
import { useId } from 'react'
import type { Reply } from '../../../shared/api/route-types.ts'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { CompanyColleagues } from '../CompanyColleagues.tsx'
import panel from '../CompanyPanel.module.css'
import { CompanyErasure } from '../erasure/CompanyErasure.tsx'
import { AccountManager } from '../managers/AccountManager.tsx'
import { OwnerAccount } from '../owner/OwnerAccount.tsx'
import { useClientMails } from './client-mails.ts'
import { MailRow } from './MailRow.tsx'
import styles from './Overview.module.css'
import { PartStates } from './PartStates.tsx'
import type { CompanyPart } from './parts.ts'
import { BrandImage, contactFacts, FactGroup, profileFacts } from './profile-facts.tsx'
import rows from './rows.module.css'

const LATEST_MAILS = 3

interface OverviewProps {
  company: CompanyProfile
  opened: Reply<typeof getBoardCompany> | undefined
  onPart: (part: CompanyPart) => void
}

/** The answers to common questions first: who signs in, how to reach the company, which emails it got and what is open. Then the profile. */
export function Overview({ company, opened, onPart }: OverviewProps) {
  const { line, ownerId } = opened ?? {}
  return (
    <div className={styles.overview}>
      <div className={styles.answers}>
        <div className={styles.column}>
          <CompanyErasure companyProfileId={company._id} />
          <OwnerAccount companyProfileId={company._id} />
          <AccountManager companyProfileId={company._id} />
          <FactGroup group={contactFacts} company={company} />
        </div>
        <div className={styles.column}>
          {ownerId && <LatestEmails ownerId={ownerId} onAll={() => onPart('emails')} />}
          {line && <OpenWork line={line} onAll={() => onPart('tasks')} />}
        </div>
      </div>
      <div className={panel.groups}>
        {profileFacts.map((group) => (
          <FactGroup key={group.title} group={group} company={company} />
        ))}
      </div>
      <section className={panel.group}>
        <h3>Company Brand Details</h3>
        <ul className={panel.images}>
          {brandImageFields.map((field, i) => (
            <li key={field}>
              <BrandImage src={company[field]} label={`Brand Relate Image ${i + 1}`} />
            </li>
          ))}
        </ul>
      </section>
      <CompanyColleagues companyProfileId={company._id} />
    </div>
  )
}

function LatestEmails({ ownerId, onAll }: { ownerId: string; onAll: () => void }) {
  const headingId = useId()
  const mails = useClientMails(ownerId, 1)
  const { data } = mails
  return (
    <section className={panel.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Latest emails</h3>
      <PartStates query={mails} what="the emails" />
      {data?.list.length === 0 && <p className={rows.hint}>No emails to the owner yet.</p>}
      {data && data.list.length > 0 && (
        <ol className={rows.rows} aria-labelledby={headingId}>
          {data.list.slice(0, LATEST_MAILS).map((mail) => (
            <MailRow key={mail._id} mail={mail} />
          ))}
        </ol>
      )}
      <div>
        <Button tone="quiet" size="small" onClick={onAll}>
          All emails
        </Button>
      </div>
    </section>
  )
}

function OpenWork({ line, onAll }: { line: CompanyLine; onAll: () => void }) {
  const headingId = useId()
  const today = useBusinessToday()
  const { previewsOwed, withClient, counts, nextPostingDate } = line
  return (
    <section className={panel.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Open work</h3>
      <Facts
        facts={[
          { label: 'Previews owed', value: String(previewsOwed), isShort: true },
          { label: 'In review', value: String(withClient), isShort: true },
          { label: 'To launch', value: String(counts.Approved), isShort: true },
          { label: 'Posted', value: String(counts.Posted), isShort: true },
          {
            label: 'Next posting',
            value: nextPostingDate && (
              <>
                <Time value={nextPostingDate} />
                {nextPostingDate < today && <span className={styles.late}> overdue</span>}
              </>
            ),
          },
        ]}
      />
      <div>
        <Button tone="quiet" size="small" onClick={onAll}>
          All tasks
        </Button>
      </div>
    </section>
  )
}
