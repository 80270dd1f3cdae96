import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import { Plus } from 'lucide-react'
import { Button, LinkButton } from '../../../shared/ui/Button.tsx'
import { ShopDrawing } from '../../../shared/ui/drawings.tsx'
import SearchBox from '../../../shared/ui/SearchBox.tsx'
import { ShowMore, useSome } from '../../../shared/ui/ShowMore.tsx'
import { EmptyState } from '../../../shared/ui/stand-ins.tsx'
import { useSearch } from '../../../shared/ui/use-search.ts'
import { openingOver } from '../use-place.ts'
import { CompanyLine } from './CompanyLine.tsx'
import styles from './tabs.module.css'
import { WaitingToHear } from './WaitingToHear.tsx'

const COMPANIES_AT_ONCE = 50

const textOf = ({ company: { companyName, dba, industry, email, phone, city } }: CompanyTasks) =>
  [companyName, dba, industry, email, phone, city].join(' ')

export default function CompaniesTab({ companies }: { companies: readonly CompanyTasks[] }) {
  const search = useSearch(companies, textOf)
  const { some, more } = useSome(search.found, COMPANIES_AT_ONCE)
  if (companies.length === 0) return <EmptyState drawing={<ShopDrawing />}>No company has signed up yet.</EmptyState>

  return (
    <>
      <div className={styles.search}>
        <SearchBox label="Search companies" search={search} />
        <WaitingToHear />
      </div>
      {some.length === 0 && <EmptyState action={<Button onClick={search.clear}>Clear Search</Button>}>No Search Results</EmptyState>}
      <ol className={styles.companies} hidden={some.length === 0}>
        {some.map((entry, i) => {
          const { _id, companyName } = entry.company
          return (
            <li key={_id} className={styles.company}>
              <CompanyLine
                {...entry}
                index={i + 1}
                actions={
                  <>
                    <LinkButton
                      tone="quiet"
                      icon={<Plus aria-hidden="true" />}
                      {...openingOver('companies', { newTask: _id })}
                      aria-label={`Add Task for ${companyName}`}
                    >
                      Add Task
                    </LinkButton>
                    <LinkButton tone="quiet" {...openingOver('companies', { company: _id })} aria-label={`View ${companyName}`}>
                      View
                    </LinkButton>
                  </>
                }
              />
            </li>
          )
        })}
      </ol>
      <ShowMore onMore={more} />
    </>
  )
}
