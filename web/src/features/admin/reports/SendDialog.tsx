import { formatMonth } from '@app/contracts/format/dates.ts'
import type { ReportResult } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/format/counted.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { FooterStatus, ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useMounted } from '../../../shared/ui/use-mounted.ts'
import { companyQuery } from '../board/queries.ts'
import { ownerQuery } from '../owner/owner.ts'
import styles from './SendDialog.module.css'
import { type Sendable, sendMany } from './send-reports.ts'

const CONFLICT = 409

interface SendDialogProps {
  chosen: readonly [Sendable, ...Sendable[]]
  /** Called when reports were sent. */
  onSent?: () => void
  onClose: () => void
}

/** Says what sending does, then sends reports. Each of several reports shows its own result. */
export default function SendDialog({ chosen, onSent, onClose }: SendDialogProps) {
  const isOpen = useMounted()
  const [results, setResults] = useState<ReadonlyMap<string, ReportResult>>(new Map())
  const isSent = ({ _id }: Sendable) => results.get(_id)?.status === 200
  // A report that was changed or sent by somebody else needs another look. Sending it again would fail again.
  const ready = chosen.filter((report) => !isSent(report) && results.get(report._id)?.status !== CONFLICT)
  const send = useMutation({
    async mutationFn() {
      const known = new Map(results)
      await sendMany(ready, (some) => {
        for (const result of some) known.set(result.id, result)
        setResults(new Map(known))
      })
      return known
    },
    onSuccess(known) {
      const sent = chosen.filter(({ _id }) => known.get(_id)?.status === 200).length
      if (sent > 0) onSent?.()
      if (sent === chosen.length) {
        toast.success(`Sent ${counted(sent, 'report')}`)
        onClose()
      } else if (!isOpen.current) toast.failed(`Sent ${sent} of ${counted(chosen.length, 'report')}`)
    },
  })
  // `useAccess` handles an expired session (401).
  const failure = send.error && !isStatus(send.error, 401) ? messageOf(send.error, 'We couldn’t send the reports.') : undefined
  const [first] = chosen
  const isOne = chosen.length === 1
  const month = formatMonth(firstDayOf(first.month))

  return (
    <Dialog
      title={isOne ? `Send the ${month} report?` : `Send ${counted(chosen.length, 'report')}`}
      onClose={onClose}
      footer={
        <>
          <FooterStatus>
            {failure && <ItemResult outcome="failed">{failure}</ItemResult>}{' '}
            {results.size > 0 && `Sent ${chosen.filter(isSent).length} of ${counted(chosen.length, 'report')}`}
          </FooterStatus>
          <Button tone="quiet" disabled={send.isPending} onClick={onClose}>
            {results.size > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button
            state={send.isPending ? 'busy' : 'idle'}
            busyLabel="Sending..."
            disabled={ready.length === 0}
            onClick={() => send.mutate()}
          >
            {results.size > 0 || failure ? `Try again (${ready.length})` : `Send ${counted(ready.length, 'report')}`}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        {isOne ? <OneOwner report={first} /> : <p>The owner of each company gets an email with the three main figures of {month}.</p>}
        <p className={styles.hint}>A sent report can’t be changed. If something is wrong, you can send a corrected one.</p>
        {(!isOne || results.size > 0) && (
          <ul className={styles.reports} aria-label="Reports to send">
            {chosen.map((report) => (
              <li key={report._id} className={styles.report}>
                <span className={styles.name}>
                  {report.companyName}
                  {report.number > 1 && <span className={styles.hint}> (corrected, number {report.number})</span>}
                </span>
                <Outcome result={results.get(report._id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** Names the person who gets the email. */
function OneOwner({ report: { companyProfileId, companyName } }: { report: Sendable }) {
  const company = useQuery(companyQuery(companyProfileId))
  const ownerId = company.data?.ownerId
  const owner = useQuery({ ...ownerQuery(ownerId ?? ''), enabled: ownerId !== undefined })
  const name = owner.data?.username || company.data?.ownerEmail
  return (
    <p>
      {name ? `${name} at ${companyName}` : `The owner of ${companyName}`} gets an email with the three main figures and a link to the
      report.
    </p>
  )
}

function Outcome({ result }: { result: ReportResult | undefined }) {
  if (!result) return null
  return result.status === 200 ? (
    <ItemResult outcome="done">Sent</ItemResult>
  ) : (
    <ItemResult outcome="failed">{result.message || 'We couldn’t send it.'}</ItemResult>
  )
}
