import { Plus } from 'lucide-react'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import { useCompanies } from '../board/queries.ts'
import { useListOptions } from '../board/use-list-options.ts'
import { useLeading } from '../use-place.ts'
import { CompanyLine } from './CompanyLine.tsx'
import { companySorts } from './company-sorts.ts'
import { InterestCounts } from './InterestCounts.tsx'
import styles from './tabs.module.css'

const CompanyTable = lazyPart(() => import('./CompanyTable.tsx'), { waiting: <BoardSkeleton /> })

export default function CompaniesTab() {
  const listOptions = useListOptions(companySorts)
  const leading = useLeading()
  const list = useCompanies({ search: listOptions.search.wanted, sort: listOptions.sort })

  return (
    <BoardList list={list} listOptions={listOptions} note={<InterestCounts />} of="companies" empty="No company has signed up yet.">
      {(companies) =>
        listOptions.view === 'dense' ? (
          <CompanyTable companies={companies} canAddTask />
        ) : (
          <ol className={styles.companies}>
            {companies.map((line, i) => (
              <li key={line._id} className={styles.company}>
                <CompanyLine
                  line={line}
                  index={i + 1}
                  actions={
                    <>
                      <LinkButton
                        tone="quiet"
                        icon={<Plus aria-hidden="true" />}
                        {...leading('newTask', line._id)}
                        aria-label={`Add Task for ${line.companyName}`}
                      >
                        Add Task
                      </LinkButton>
                      <LinkButton tone="quiet" {...leading('company', line._id)} aria-label={`View ${line.companyName}`}>
                        View
                      </LinkButton>
                    </>
                  }
                />
              </li>
            ))}
          </ol>
        )
      }
    </BoardList>
  )
}
