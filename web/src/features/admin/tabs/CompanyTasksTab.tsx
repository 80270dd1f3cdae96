import type { CompanyLine as CompanyLineData } from '@app/contracts/http/board.ts'
import { Link } from '../../../shared/ui/Link.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import type { CompanyFilter } from '../board/company-order.ts'
import { CARDS_AT_ONCE, useCompanies } from '../board/queries.ts'
import { useListOptions } from '../board/use-list-options.ts'
import { useManager } from '../board/use-manager.ts'
import { UnconfirmedCompanies } from '../unconfirmed/UnconfirmedAccounts.tsx'
import { useLeading } from '../use-place.ts'
import { CompanyLine } from './CompanyLine.tsx'
import { companySorts } from './company-sorts.ts'
import { Strip } from './Strip.tsx'
import styles from './tabs.module.css'

const CompanyTable = lazyPart(() => import('./CompanyTable.tsx'), { waiting: <BoardSkeleton /> })

export default function CompanyTasksTab() {
  const listOptions = useListOptions(companySorts)
  const leading = useLeading()
  const { manager } = useManager()
  const isDense = listOptions.view === 'dense'
  const filter: CompanyFilter = {
    withTasks: true,
    manager,
    search: listOptions.search.wanted,
    sort: listOptions.sort,
    reverse: listOptions.isReversed || undefined,
    cards: isDense ? 0 : CARDS_AT_ONCE,
    ...(!listOptions.search.wanted && { unconfirmed: false }),
  }
  const list = useCompanies(filter)
  const strips = (companies: readonly CompanyLineData[]) =>
    isDense ? (
      <CompanyTable dense companies={companies} listOptions={listOptions} />
    ) : (
      <ol className={styles.strips}>
        {companies.map((line, i) => (
          <li key={line._id} className={styles.strip}>
            <CompanyLine
              line={line}
              index={i + 1}
              actions={
                <Link className={styles.view} {...leading('company', line._id)} aria-label={`View ${line.companyName}`}>
                  View
                </Link>
              }
            />
            <Strip line={line} />
          </li>
        ))}
      </ol>
    )

  return (
    <>
      <BoardList list={list} listOptions={listOptions} of="companies" empty="No company has tasks.">
        {strips}
      </BoardList>
      <UnconfirmedCompanies filter={filter}>{strips}</UnconfirmedCompanies>
    </>
  )
}
