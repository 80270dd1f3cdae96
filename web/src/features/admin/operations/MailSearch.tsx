import type { FoundMail } from '@app/contracts/http/mail-search.ts'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { placeOf, usePlace } from '../use-place.ts'
import { type MailLedger, useMailsTo } from './api.ts'
import styles from './MailSearch.module.css'
import rows from './rows.module.css'
import { emailCount, mailLooks, spanOf } from './words.ts'

/** The URL contains the searched email address. */
export function MailSearch() {
  const navigate = useNavigate()
  const { address } = usePlace()
  const [term, setTerm] = useState('')
  // The browser's Back and Forward buttons restore the search term.
  useEffect(() => setTerm(address ?? ''), [address])

  function search(event: SubmitEvent): void {
    event.preventDefault()
    const wanted = term.trim()
    navigate(wanted ? `${placeOf('operations')}&${new URLSearchParams({ address: wanted })}` : placeOf('operations'))
  }

  return (
    <>
      <form className={styles.search} onSubmit={search}>
        <Field
          label="Email address"
          type="search"
          placeholder="name@example.com"
          autoComplete="off"
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
        />
        <Button type="submit">Search</Button>
      </form>
      {address && (
        <div className={styles.ledgers}>
          <Ledger key={`notifications ${address}`} ledger="notifications" title="Notifications" address={address} />
          <Ledger key={`campaigns ${address}`} ledger="campaigns" title="Campaigns" address={address} />
        </div>
      )}
    </>
  )
}

interface LedgerProps {
  ledger: MailLedger
  title: string
  address: string
}

function Ledger({ ledger, title, address }: LedgerProps) {
  const [pages, setPages] = useState(1)
  const found = useMailsTo(ledger, address, pages)
  const { data } = found
  return (
    <section className={styles.ledger} aria-label={title}>
      <h3>{title}</h3>
      <p role="status" className={styles.summary}>
        {data?.list.length === 0 && `No emails to ${address} found.`}
        {data && data.list.length > 0 && `${data.isWhole ? '' : 'Newest '}${emailCount(data.list.length)} to ${address}.`}
        {data && ` Emails are kept for ${spanOf(data.keptDays)}.`}
      </p>
      {found.isPending && <Skeleton shape="block" />}
      {found.isError && (
        <RetryNotice
          message={unlessOffline(found.error, `We couldn’t load the emails of ${title}.`)}
          busy={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
      <ol className={rows.rows}>
        {data?.list.map((mail) => (
          <li key={mail._id} className={rows.row}>
            <Mail mail={mail} />
          </li>
        ))}
      </ol>
      <ShowMore onMore={data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
    </section>
  )
}

function Mail({ mail }: { mail: FoundMail }) {
  const { _id, subject, what, company, state, answer, attempts, maybeTwice, createdAt, settledAt, bouncedAt, complainedAt } = mail
  const { tone, word } = mailLooks[state]
  return (
    <div className={rows.words}>
      <h4>{subject}</h4>
      <p className={rows.facts}>
        <Badge tone={tone}>{word}</Badge>
        <span>{[company, what].filter(Boolean).join(' · ')}</span>
        <span>
          <Time value={settledAt ?? createdAt} clock />
        </span>
        <span>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        {maybeTwice && <span>possibly sent twice</span>}
      </p>
      {(bouncedAt || complainedAt) && (
        <p className={rows.away}>
          {bouncedAt && (
            <>
              Bounced <Time value={bouncedAt} clock />.{' '}
            </>
          )}
          {complainedAt && (
            <>
              Reported as spam <Time value={complainedAt} clock />.
            </>
          )}
        </p>
      )}
      {answer && <p className={rows.code}>{answer}</p>}
      <p className={styles.reference}>
        Reference <span className={rows.code}>{_id}</span>
      </p>
    </div>
  )
}
