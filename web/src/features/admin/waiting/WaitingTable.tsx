import { formatNumber } from '@app/contracts/format/numbers.ts'
import { formatPhone, telUrl } from '@app/contracts/format/phone.ts'
import type { WaitingPreview, WaitingRecipient } from '@app/contracts/http/waiting.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { type ReactNode, useMemo } from 'react'
import { SmallFact, TaskLine } from '../../../domain/task/TaskLine.tsx'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx'
import { Link, type LinkProps } from '../../../shared/ui/Link.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { AtPostingTime } from '../board/DueNow.tsx'
import { relativeDays } from '../board/due-dates.ts'
import { agoInWords } from '../task/ago-in-words.ts'
import { useNow } from '../use-now.ts'
import { useLeading } from '../use-place.ts'
import { RemindCell } from './RemindCell.tsx'
import styles from './WaitingTable.module.css'

const keyOf = ({ _id }: WaitingPreview) => _id

interface WaitingTableProps {
  previews: readonly WaitingPreview[]
  /** Returns the control with which a preview is selected. */
  select: (preview: WaitingPreview) => ReactNode
}

/** Table of the previews that wait for the decision of a client. A click on a row opens the task. */
export default function WaitingTable({ previews, select }: WaitingTableProps) {
  const leading = useLeading()
  const today = useBusinessToday()
  const [now, updateNow] = useNow()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `updateNow` has the same effect at each render
  const shown = useMemo(() => columnsOf(leading, today, now, updateNow), [leading, today, now])
  const columns = [...shown, { heading: 'Select', share: 0.7, align: 'end', cell: select } satisfies Column<WaitingPreview>]
  const linkOf = useMemo(
    () =>
      ({ taskId }: WaitingPreview) =>
        leading('task', String(taskId)),
    [leading],
  )
  return (
    <div className={styles.waiting}>
      <DataTable label="waiting previews" columns={columns} rows={previews} keyOf={keyOf} linkOf={linkOf} empty={null} />
    </div>
  )
}

const columnsOf = (
  leading: ReturnType<typeof useLeading>,
  today: string,
  now: number,
  updateNow: () => void,
): readonly Column<WaitingPreview>[] => [
  { heading: 'Preview', share: 2.6, cell: (preview) => <Preview preview={preview} /> },
  { heading: 'Waits for', share: 2.4, cell: (preview) => <Client preview={preview} to={leading('company', preview.companyProfileId)} /> },
  {
    heading: 'Since',
    share: 1.1,
    cell: ({ waitingSince }) => (waitingSince ? <time dateTime={waitingSince}>{agoInWords(waitingSince, now)}</time> : 'Unknown'),
  },
  { heading: 'Email', share: 1.3, cell: (preview) => <EmailState preview={preview} /> },
  { heading: 'Reminded', share: 1.3, cell: (preview) => remindersInWords(preview, now) },
  { heading: 'Posting', share: 1.4, cell: (preview) => <Posts preview={preview} today={today} /> },
  { heading: 'Remind', share: 2, onNarrow: 'bare', cell: (preview) => <RemindCell preview={preview} now={now} onReminded={updateNow} /> },
]

const Preview = ({ preview }: { preview: WaitingPreview }) => (
  <TaskLine task={preview}>
    <SmallFact>
      #{preview.taskId}
      {preview.previewNo !== null && ` · Version ${preview.previewNo}`}
    </SmallFact>
  </TaskLine>
)

/** The company with its phone number, and below it the persons who can decide. */
function Client({ preview: { recipients, phone, companyName }, to }: { preview: WaitingPreview; to: LinkProps }) {
  return (
    <span className={styles.client}>
      <span className={styles.company}>
        <Link {...to}>{companyName}</Link>
        {phone && (
          <a className={styles.phone} href={telUrl(phone)} aria-label={`Call ${companyName}: ${formatPhone(phone)}`}>
            {formatPhone(phone)}
          </a>
        )}
      </span>
      {recipients.map((recipient) => (
        <Recipient key={`${recipient.kind} ${recipient.address}`} recipient={recipient} />
      ))}
      {recipients.length === 0 && 'The owner'}
    </span>
  )
}

/** A person who can decide. Colleagues have a name. The owner is shown with the email address. */
function Recipient({ recipient: { kind, name, address, snoozedUntil } }: { recipient: WaitingRecipient }) {
  const mail = <a href={`mailto:${address}`}>{address}</a>
  return (
    <span className={styles.recipient}>
      {name || mail}
      {kind === 'colleague' && <SmallFact>Colleague</SmallFact>}
      {name && <SmallFact>{mail}</SmallFact>}
      {snoozedUntil && (
        <SmallFact>
          Wants no reminders before <Time value={snoozedUntil} />
        </SmallFact>
      )}
    </span>
  )
}

/** Returns the latest of some instants. Undefined if all of them are null. */
const latest = (instants: readonly (string | null)[]): string | undefined =>
  instants
    .flatMap((instant) => instant ?? [])
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)

/** Shows whether the email about the preview bounced, was opened or was sent, and when. */
function EmailState({ preview: { reach, recipients } }: { preview: WaitingPreview }) {
  if (reach === 'no-email') return <SmallFact>No email</SmallFact>
  if (reach === 'bounced')
    return (
      <span className={styles.email}>
        <Badge tone="roll-back">Bounced</Badge>
        <When instant={latest(recipients.map(({ bouncedAt }) => bouncedAt))} />
      </span>
    )
  if (reach === 'opened')
    return (
      <span className={styles.email}>
        <Badge tone="approved">Opened</Badge>
        <When instant={latest(recipients.map(({ openedAt }) => openedAt))} />
      </span>
    )
  const sentAt = latest(recipients.map((recipient) => recipient.sentAt))
  return (
    <span className={styles.email}>
      <Badge tone="pending">{sentAt ? 'Not opened' : 'Not sent yet'}</Badge>
      {sentAt && (
        <SmallFact>
          Sent <Time value={sentAt} />
        </SmallFact>
      )}
    </span>
  )
}

const When = ({ instant }: { instant: string | undefined }) =>
  instant && (
    <SmallFact>
      <Time value={instant} />
    </SmallFact>
  )

function Posts({ preview, today }: { preview: WaitingPreview; today: string }) {
  const date = calendarDateOf(preview)
  if (!date) return <SmallFact>No date</SmallFact>
  return (
    <span>
      <span className={styles.days} data-late={date <= today || undefined}>
        {relativeDays(date, today)}
      </span>
      <SmallFact>
        <Time value={date} full />
        <AtPostingTime task={preview} />
      </SmallFact>
    </span>
  )
}

/**
 * Returns how often and when the client was reminded, for example "3 times, last 2 hours ago". A reminder that an admin has just requested
 * is not counted until the email was sent.
 */
function remindersInWords({ remindedAt, remindersSent }: Pick<WaitingPreview, 'remindedAt' | 'remindersSent'>, now: number): string {
  if (!remindedAt) return 'Not yet'
  const ago = agoInWords(remindedAt, now)
  return remindersSent > 1 ? `${formatNumber(remindersSent)} times, last ${ago}` : `Once, ${ago}`
}
