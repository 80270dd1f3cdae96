import type { CompanyLine } from '@app/contracts/http/board.ts'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import type { CompanyFilter } from '../board/company-order.ts'
import { useCompanies } from '../board/queries.ts'
import { useListOptions } from '../board/use-list-options.ts'
import { UnconfirmedCompanies } from '../unconfirmed/UnconfirmedAccounts.tsx'
import { useLeading } from '../use-place.ts'
import { companySorts } from './company-sorts.ts'
import styles from './tabs.module.css'

const CompanyTable = lazyPart(() => import('./CompanyTable.tsx'), { waiting: <BoardSkeleton /> })

/** The companies have only one view: a table that becomes rows on narrow screens. */
export default function CompaniesTab() {
  const leading = useLeading()
  const listOptions = { ...useListOptions(companySorts), view: undefined }
  const { search, sort, isReversed } = listOptions
  const filter: CompanyFilter = {
    search: search.wanted,
    sort,
    reverse: isReversed || undefined,
    ...(!search.wanted && { unconfirmed: false }),
  }
  const list = useCompanies(filter)
  const table = (companies: readonly CompanyLine[]) => <CompanyTable companies={companies} listOptions={listOptions} />

  return (
    <>
      <div className={styles.head}>
        <span className={styles.deliver}>
          <LinkButton tone="quiet" {...leading('batch', 'new')}>
            New task for several
          </LinkButton>
        </span>
      </div>
      <BoardList list={list} listOptions={listOptions} of="companies" empty="No company has signed up yet.">
        {table}
      </BoardList>
      <UnconfirmedCompanies filter={filter}>{table}</UnconfirmedCompanies>
    </>
  )
}
