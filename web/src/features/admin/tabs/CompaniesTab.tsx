import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import { Plus } from 'lucide-react'
import { LinkButton } from '../../../shared/ui/Button.tsx'
import { ShopDrawing } from '../../../shared/ui/drawings.tsx'
import { EmptyState } from '../../../shared/ui/stand-ins.tsx'
import { openingOver } from '../use-place.ts'
import { CompanyLine } from './CompanyLine.tsx'
import { ShowMore, useSome } from './ShowMore.tsx'
import styles from './tabs.module.css'

const COMPANIES_AT_ONCE = 50

export function CompaniesTab({ companies }: { companies: readonly CompanyTasks[] }) {
  const { some, more } = useSome(companies, COMPANIES_AT_ONCE)
  if (companies.length === 0) return <EmptyState drawing={<ShopDrawing />}>No company has signed up yet.</EmptyState>

  return (
    <>
      <ol className={styles.companies}>
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
