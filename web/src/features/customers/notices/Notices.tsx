import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer, CustomerList } from '@app/contracts/http/customers.ts'
import { duplicatesOf } from '@app/contracts/rules/customers.ts'
import { type ReactNode, useMemo } from 'react'
import { LinkButton } from '../../../shared/ui/Button.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { waitsForOwner } from '../api.ts'
import type { Leading } from '../place.ts'
import { AsOf } from './AsOf.tsx'
import styles from './Notices.module.css'
import { remedyFor } from './remedy-for.ts'

// There are seldom any.
const UnwrittenChanges = lazyPart(() => import('./UnwrittenChanges.tsx'))

interface NoticesProps {
  profile: CompanyProfile
  list: CustomerList
  /** The list with what was changed here. */
  rows: readonly Customer[]
  leading: Leading
}

/** What an owner should know of the spreadsheet before reading on; nothing where all is well. */
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
            Your spreadsheet could not be read; this is what stood in it <AsOf at={asOf} />.{' '}
            {problem && `${problem.message} ${remedyFor(problem.code)}`}
          </Notice>
        )}
      </div>
      {waiting.length > 0 && <UnwrittenChanges profile={profile} writes={waiting} rows={rows} leading={leading} />}
      {duplicates > 0 && (
        <Notice action={<Look {...leading('show', 'duplicates')}>Look at duplicates</Look>}>
          {duplicates === 1 ? '1 address stands in more than one row.' : `${duplicates} addresses stand in more than one row.`}
        </Notice>
      )}
      {cells > 0 && (
        <Notice action={<Look {...leading('show', 'cells')}>Look at {cells === 1 ? 'it' : 'them'}</Look>}>
          {cells === 1 ? '1 cell was not understood.' : `${cells} cells were not understood.`}
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice>
          Your spreadsheet has no column named {named(missing)}. Add {missing.length === 1 ? 'it' : 'them'} to its first row, spelled like
          this.
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

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const named = (columns: readonly string[]): string => list.format(columns.map((column) => `“${column}”`))
