import type { ClientMail } from '@app/contracts/http/client-mails.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { fateOf, topicOf } from './mail-words.ts'
import styles from './rows.module.css'

/** An email to a client: what it was about, to which address and when it went out, and what became of it. */
export function MailRow({ mail }: { mail: ClientMail }) {
  const { tone, word, reason } = fateOf(mail)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>{topicOf(mail)}</p>
        {mail.subject && <p>{mail.subject}</p>}
        <p className={styles.facts}>
          {mail.address && <>To {mail.address} · </>}
          <MailTime mail={mail} />
        </p>
        {reason && <p className={styles.facts}>{reason}</p>}
      </div>
      <Badge tone={tone}>{word}</Badge>
    </li>
  )
}

function MailTime({ mail: { sentAt, bouncedAt, createdAt } }: { mail: ClientMail }) {
  if (!sentAt)
    return (
      <>
        Created <Time value={createdAt} clock />
      </>
    )
  return (
    <>
      Sent <Time value={sentAt} clock />
      {bouncedAt && (
        <>
          {' · '}
          came back <Time value={bouncedAt} clock />
        </>
      )}
    </>
  )
}
