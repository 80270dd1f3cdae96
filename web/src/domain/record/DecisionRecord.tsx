import { brand } from '@app/contracts/brand.ts'
import {
  exportCompanyRecord,
  exportCompanyRecordCsv,
  listCompanyRecord,
  type RecordEntry,
  verifyCompanyRecord,
} from '@app/contracts/http/company-record.ts'
import { CSV_MARK } from '@app/contracts/rules/csv.ts'
import type { RecordKind } from '@app/contracts/rules/decision-record.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { unlessOffline } from '../../shared/api/api-error.ts'
import type { callPage } from '../../shared/api/call.ts'
import { useGrowingList } from '../../shared/api/use-growing-list.ts'
import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { EndOfList } from '../../shared/ui/EndOfList.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { EmptyState, RetryNotice, Skeleton } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import { saveText } from '../../shared/ui/take-text.ts'
import styles from './DecisionRecord.module.css'

const AT_ONCE = 20
const MOST = 50

const looks: Record<RecordKind, { word: string; tone: BadgeTone }> = {
  approve: { word: 'Approved', tone: 'approved' },
  'refer-back': { word: 'Referred back', tone: 'roll-back' },
  undo: { word: 'Approval undone', tone: 'pending' },
  confirm: { word: 'Approval confirmed', tone: 'approved' },
  launch: { word: 'Launched', tone: 'posted' },
  'undo-launch': { word: 'Launch undone', tone: 'pending' },
}

/** Returns who decided and how, for example "By maria@shop.example, through a review link". */
function deciderOf({ role, decider, deciderName, channel }: RecordEntry): string {
  if (role === 'admin') return 'By an admin'
  const address = decider ?? (role === 'colleague' ? 'a colleague' : 'the owner')
  const who = deciderName ? `By ${deciderName} (${address})` : `By ${address}`
  return `${who}, ${channel === 'review-link' ? 'through a review link' : 'in the portal'}`
}

interface DecisionRecordProps {
  companyProfileId: string
  ask: typeof callPage
}

/** All decisions about a company's previews, newest first. The record can be downloaded. Under "History and proof", it can be checked. */
export function DecisionRecord({ companyProfileId, ask }: DecisionRecordProps) {
  const params = { companyProfileId }
  const [isProofOpen, setProofOpen] = useState(false)
  const { query, items, ...growth } = useGrowingList<RecordEntry>({
    queryKey: ['decision-record', companyProfileId],
    load: ({ signal, ...page }) => ask(listCompanyRecord, { params, query: page, signal }),
    keyOf: ({ number }) => String(number),
    step: AT_ONCE,
    most: MOST,
  })
  const check = useMutation({
    mutationFn: () => ask(verifyCompanyRecord, { params }),
    onError: (error) => notify.error(unlessOffline(error, 'We couldn’t check the record. Try again.')),
  })
  const checked = check.data?.reply
  const download = useMutation({
    mutationFn: async (kind: 'csv' | 'jsonl') => {
      const { text } = await ask(kind === 'csv' ? exportCompanyRecordCsv : exportCompanyRecord, { params })
      // The text of a response lacks the byte order mark.
      if (kind === 'csv') saveText('decision-record.csv', CSV_MARK + text, 'text/csv')
      else saveText('decision-record.jsonl', text, 'application/jsonl')
    },
    onError: (error) => notify.error(unlessOffline(error, 'We couldn’t download the record. Try again.')),
  })
  const isSaving = (kind: 'csv' | 'jsonl') => (download.isPending && download.variables === kind ? 'busy' : 'idle')

  return (
    <div className={styles.record}>
      <p>Every approval and every Refer Back is listed here, even if the task was removed.</p>
      <div className={styles.actions}>
        <Button tone="quiet" icon={<Download aria-hidden="true" />} state={isSaving('csv')} onClick={() => download.mutate('csv')}>
          Export CSV
        </Button>
      </div>
      <details onToggle={({ currentTarget }) => setProofOpen(currentTarget.open)}>
        <summary className={styles.summary}>History and proof</summary>
        <div className={styles.proof}>
          <p>
            Choose <strong>Check the record</strong> to see whether an entry was changed later.
          </p>
          <div className={styles.actions}>
            <Button tone="quiet" state={check.isPending ? 'busy' : 'idle'} busyLabel="Checking..." onClick={() => check.mutate()}>
              Check the record
            </Button>
            <Button tone="quiet" icon={<Download aria-hidden="true" />} state={isSaving('jsonl')} onClick={() => download.mutate('jsonl')}>
              Download proof
            </Button>
          </div>
          <p role="status" className={styles.result} data-has-problem={checked?.problem ? '' : undefined}>
            {checked && (
              <>
                {checked.problem ? <CircleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
                {checked.problem ? (
                  <span>
                    Entry {checked.problem.number} was changed after it was stored. Please write to{' '}
                    <a href={`mailto:${brand.email}`}>{brand.email}</a>.
                  </span>
                ) : (
                  <span>
                    No problem found in {checked.count} {checked.count === 1 ? 'entry' : 'entries'}.
                  </span>
                )}
              </>
            )}
          </p>
        </div>
      </details>
      {query.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading the record">
          <Skeleton shape="block" />
        </div>
      )}
      {query.isLoadingError && (
        <RetryNotice
          message={unlessOffline(query.error, 'We couldn’t load the record.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {items?.length === 0 && <EmptyState>No decisions yet.</EmptyState>}
      {items && items.length > 0 && (
        <ol className={styles.list} aria-label="Decisions">
          {items.map((entry) => (
            <Entry key={entry.number} entry={entry} withFingerprint={isProofOpen} />
          ))}
        </ol>
      )}
      <EndOfList {...growth} />
    </div>
  )
}

function Entry({ entry, withFingerprint }: { entry: RecordEntry; withFingerprint: boolean }) {
  const { number, kind, taskId, title, previewNo, hasSigns, at, hash } = entry
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <span className={styles.number}>No. {number}</span>
        <Badge tone={looks[kind].tone}>{looks[kind].word}</Badge>
        {hasSigns && <Badge tone="pending">Unconfirmed</Badge>}
        <span className={styles.date}>
          <Time value={at} full clock />
        </span>
      </div>
      <p>
        #{taskId} {title ?? 'Removed task'}, version {previewNo}
      </p>
      <p className={styles.small}>{deciderOf(entry)}</p>
      {withFingerprint && (
        <p className={styles.hash} title={hash}>
          Fingerprint {hash.slice(0, 16)}…
        </p>
      )}
    </li>
  )
}
