import { formatDuration } from '@app/contracts/format/numbers.ts'
import { useState } from 'react'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import { ChoiceChips } from '../board/ChoiceChips.tsx'
import { useClientMails } from './client-mails.ts'
import { useColleagues } from './colleagues.ts'
import { MailRow } from './MailRow.tsx'
import { PartStates } from './PartStates.tsx'
import styles from './rows.module.css'

interface CompanyEmailsProps {
  companyProfileId: string
  /** Undefined while the account of the owner is not known. */
  ownerId: string | undefined
}

/** The emails to the owner, or to one of the colleagues, and what became of them. */
export function CompanyEmails({ companyProfileId, ownerId }: CompanyEmailsProps) {
  const colleagues = useColleagues(companyProfileId)
  const [colleagueId, choose] = useState<string>()
  const recipientId = colleagueId ?? ownerId
  return (
    <div className={styles.part}>
      <p className={styles.hint}>
        “Sent” means that the mail server accepted the email. If it isn’t in the inbox, ask them to look in the spam folder. To send a
        waiting preview again, open its task and choose “Remind the company”.
      </p>
      {colleagues.isLoadingError && <PartStates query={colleagues} what="the colleagues" />}
      {colleagues.data && colleagues.data.length > 0 && (
        <ChoiceChips
          label="Emails to"
          choices={[{ value: undefined, words: 'Owner' }, ...colleagues.data.map(({ _id, name }) => ({ value: _id, words: name }))]}
          chosen={colleagueId}
          onChoose={choose}
        />
      )}
      {recipientId ? <Mails key={recipientId} recipientId={recipientId} /> : <EmptyState>We don’t know yet who signs in.</EmptyState>}
    </div>
  )
}

function Mails({ recipientId }: { recipientId: string }) {
  const [pages, setPages] = useState(1)
  const mails = useClientMails(recipientId, pages)
  const { data } = mails
  return (
    <>
      <PartStates query={mails} what="the emails" />
      {data?.list.length === 0 && <EmptyState>No emails in the last {formatDuration(data.keptDays, 'day')}.</EmptyState>}
      {data && data.list.length > 0 && (
        <>
          <ol className={styles.rows} aria-label="Emails">
            {data.list.map((mail) => (
              <MailRow key={mail._id} mail={mail} />
            ))}
          </ol>
          <ShowMore onMore={data.isWhole ? undefined : () => setPages(pages + 1)} />
          <p className={styles.hint}>Emails are listed for {formatDuration(data.keptDays, 'day')}.</p>
        </>
      )}
    </>
  )
}
