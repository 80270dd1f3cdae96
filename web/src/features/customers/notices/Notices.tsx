import { formatList } from '@app/contracts/format/lists.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer, CustomerList, SheetProblem } from '@app/contracts/http/customers.ts'
import { type ReactNode, useMemo } from 'react'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { waitsForOwner } from '../api.ts'
import { duplicatesOf } from '../customer.ts'
import type { Leading } from '../place.ts'
import { AsOf } from './AsOf.tsx'
import styles from './Notices.module.css'

// This part is loaded on demand, because changes that the owner must decide about (rejected or in conflict) are rare.
const UnwrittenChanges = lazyPart(() => import('./UnwrittenChanges.tsx'))

interface NoticesProps {
  profile: CompanyProfile
  list: CustomerList
  /** The rows with all pending changes applied. */
  rows: readonly Customer[]
  leading: Leading
}

export function Notices({ profile, list, rows, leading }: NoticesProps) {
  const duplicates = useMemo(() => duplicatesOf(rows).length, [rows])
  const waiting = list.writes.filter(waitsForOwner)
  const { asOf, stale, problem, missing, notUnderstood } = list
  const cells = notUnderstood.count

  return (
    <div className={styles.notices}>
      <div role="status">
        {stale && (
          <Notice>
            We couldn’t read your spreadsheet. This list is <AsOf at={asOf} />. {problem && `${problem.message} ${remedyFor(problem.code)}`}
          </Notice>
        )}
      </div>
      {waiting.length > 0 && <UnwrittenChanges profile={profile} writes={waiting} rows={rows} leading={leading} />}
      {duplicates > 0 && (
        <Notice action={<Look {...leading('show', 'duplicates')}>View duplicates</Look>}>
          {duplicates === 1 ? '1 email address is in more than one row.' : `${duplicates} email addresses are in more than one row.`}
        </Notice>
      )}
      {cells > 0 && (
        <Notice action={<Look {...leading('show', 'cells')}>View {cells === 1 ? 'it' : 'them'}</Look>}>
          {cells === 1
            ? '1 cell has an invalid value. Correct it in your spreadsheet.'
            : `${cells} cells have invalid values. Correct them in your spreadsheet.`}
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice>
          Your spreadsheet has no column named {named(missing)}. Add {missing.length === 1 ? 'it' : 'them'} to the first row, with exactly
          this spelling.
        </Notice>
      )}
    </div>
  )
}

const Notice = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.notice}>
    <p>{children}</p>
    {action}
  </div>
)

const Look = (link: { to: string; state: unknown; children: ReactNode }) => <LinkButton tone="quiet" size="small" {...link} />

const named = (columns: readonly string[]): string => formatList(columns.map((column) => `“${column}”`))

const ASK = 'Please contact us, so that we can test the connection.'
const PASSES = 'This usually fixes itself within minutes. Choose Refresh Data to try again.'
const TOO_MUCH = 'Move old rows to another spreadsheet.'

const ways: Partial<Record<SheetProblem['code'], string>> = {
  columns: 'Put the column back into the first row of your spreadsheet.',
  'too-large': TOO_MUCH,
  'too-many-rows': TOO_MUCH,
  'too-many-columns': 'Delete columns that you don’t need, or move them to another spreadsheet.',
  busy: PASSES,
  timeout: PASSES,
  'no-answer': PASSES,
  'http-status': PASSES,
  'not-seen-back': PASSES,
}

/** Returns what an owner can do about a problem of the spreadsheet. */
const remedyFor = (code: SheetProblem['code']): string => ways[code] ?? ASK
