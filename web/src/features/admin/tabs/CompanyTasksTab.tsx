import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { CardRow } from '../../../shared/ui/CardRow.tsx'
import { ShopDrawing } from '../../../shared/ui/drawings.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { ShowMore, useSome } from '../../../shared/ui/ShowMore.tsx'
import { EmptyState } from '../../../shared/ui/stand-ins.tsx'
import { stripOf } from '../task-lists.ts'
import { openingOver } from '../use-place.ts'
import { CompanyLine } from './CompanyLine.tsx'
import { TaskCard } from './TaskCard.tsx'
import styles from './tabs.module.css'

const COMPANIES_AT_ONCE = 20

interface CompanyTasksTabProps {
  companies: readonly CompanyTasks[]
  today: CalendarDate
}

/** Each company that has tasks, and the strip of those that are not posted yet. */
export function CompanyTasksTab({ companies, today }: CompanyTasksTabProps) {
  const withTasks = companies.filter(({ tasks }) => tasks.length > 0)
  const { some, more } = useSome(withTasks, COMPANIES_AT_ONCE)
  if (withTasks.length === 0) return <EmptyState drawing={<ShopDrawing />}>No company has tasks.</EmptyState>

  return (
    <>
      <ol className={styles.strips}>
        {some.map((entry, i) => (
          <li key={entry.company._id} className={styles.strip}>
            <CompanyLine
              {...entry}
              index={i + 1}
              actions={
                <Link
                  className={styles.view}
                  {...openingOver('tasks', { company: entry.company._id })}
                  aria-label={`View ${entry.company.companyName}`}
                >
                  View
                </Link>
              }
            />
            <Strip {...entry} today={today} />
          </li>
        ))}
      </ol>
      <ShowMore onMore={more} />
    </>
  )
}

function Strip({ company, tasks, today }: CompanyTasks & { today: CalendarDate }) {
  const strip = stripOf(tasks)
  if (strip.length === 0) return <p className={styles.done}>Everything is posted.</p>
  return (
    <CardRow label={`Tasks of ${company.companyName}`} step={260}>
      {strip.map((task) => (
        <TaskCard key={task._id} task={task} today={today} to={openingOver('tasks', { task: task.taskId })} />
      ))}
    </CardRow>
  )
}
