import type { Preview } from '@app/contracts/http/previews.ts'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/format/counted.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { RetryNotice } from '../../../shared/ui/states.tsx'
import type { ChangedTask } from '../task-actions.ts'
import { useAcceptance } from './acceptance.ts'
import styles from './Findings.module.css'
import { placeInWords, uncheckedInWords } from './finding-words.ts'
import { findingId, findingPlaceId, type groupFindings, isPlaceShown, type NumberedFinding } from './group-findings.ts'
import type { useProofreading } from './queries.ts'

interface FindingsProps {
  query: ReturnType<typeof useProofreading>
  preview: Preview
  of: ChangedTask
  groups: ReturnType<typeof groupFindings>
  /** Whether the findings in the quiet line are shown. */
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** Whether the heading gets the focus. */
  isFocused: boolean
}

const isOpenFinding = ({ finding }: NumberedFinding): boolean => !finding.isAccepted

/** The findings of a check. Those that are sure are listed, and all others are one line that opens. */
export function Findings({ query, preview, of, groups: { sure, others }, isOpen, setOpen, isFocused }: FindingsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus()
  }, [isFocused])
  const headingId = useId()
  const wrong = sure.filter(isOpenFinding).length
  const item = (numbered: NumberedFinding) => <FindingItem key={numbered.finding._id} {...numbered} preview={preview} of={of} />
  return (
    <section className={styles.findings} aria-labelledby={headingId}>
      <h3 ref={heading} id={headingId} className={wrong > 0 ? styles.heading : 'visually-hidden'} tabIndex={-1}>
        {wrong > 0 ? `${counted(wrong, 'thing')} ${wrong === 1 ? 'looks' : 'look'} wrong` : 'Findings'}
      </h3>
      {query.isLoadingError && (
        <RetryNotice
          message={unlessOffline(query.error, 'We couldn’t load the findings.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {sure.length > 0 && <ol className={styles.list}>{sure.map(item)}</ol>}
      {others.length > 0 && (
        <details className={styles.others} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className={styles.summary}>
            <ChevronRight aria-hidden="true" />
            {othersInWords(others)}
          </summary>
          {isOpen && <ol className={styles.list}>{others.map(item)}</ol>}
        </details>
      )}
      <p className={styles.state} role="status">
        {stateInWords(query, preview)}
      </p>
    </section>
  )
}

/** Returns for example "4 things to look at · 1 marked as right". */
function othersInWords(others: readonly NumberedFinding[]): string {
  const open = others.filter(isOpenFinding).length
  const right = others.length - open
  return [open > 0 && `${counted(open, 'thing')} to look at`, right > 0 && `${right} marked as right`].filter(Boolean).join(' · ')
}

function stateInWords({ data }: FindingsProps['query'], { files }: Preview): string {
  if (!data) return ''
  if (data.state === 'waiting') return 'Checking…'
  return uncheckedInWords(data, files) || (data.findings.length === 0 ? 'Checked: nothing found.' : '')
}

interface FindingItemProps extends NumberedFinding {
  preview: Preview
  of: ChangedTask
}

function FindingItem({ number, finding, preview, of }: FindingItemProps) {
  const change = useAcceptance(preview._id, of)
  const { _id, certainty, words, place, message, isAccepted } = finding
  const remembered = words ? `Remembered for ${of.companyName}.` : 'Marked as right.'

  return (
    <li className={styles.item} data-accepted={isAccepted || undefined}>
      <span className={styles.number} data-certainty={certainty} aria-hidden="true">
        {number}
      </span>
      <div className={styles.words}>
        <p id={findingId(finding)} className={styles.message} tabIndex={-1}>
          <span className="visually-hidden">Finding {number}: </span>
          {message}
        </p>
        <p className={styles.place}>{placeInWords(place, preview.files)}</p>
        <div className={styles.actions}>
          <span className={styles.remembered} role="status">
            {isAccepted && remembered}
          </span>
          {isPlaceShown(finding) && !isAccepted && (
            <Button tone="quiet" size="small" aria-label={`Show finding ${number}`} onClick={() => showPlace(finding)}>
              Show
            </Button>
          )}
          <Button
            tone="quiet"
            size="small"
            state={change.isPending ? 'busy' : 'idle'}
            onClick={() => change.mutate({ findingId: _id, isAccepted: !isAccepted })}
          >
            {isAccepted ? 'Undo' : 'This is right'}
          </Button>
        </div>
      </div>
    </li>
  )
}

/** Scrolls to the place of a finding, also to another file of the gallery, and focuses it. */
function showPlace(finding: NumberedFinding['finding']): void {
  const place = document.getElementById(findingPlaceId(finding))
  place?.scrollIntoView({ block: 'center', inline: 'center' })
  place?.focus({ preventScroll: true })
}
