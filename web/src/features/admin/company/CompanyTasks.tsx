import type { BoardTask } from '@app/contracts/http/board.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SmallFact, TaskLine } from '../../../domain/task/TaskLine.tsx'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { ChoiceChips } from '../board/ChoiceChips.tsx'
import { lateInWords, nextStepDate, nextStepInWords } from '../board/due-dates.ts'
import { useTasks } from '../board/queries.ts'
import { TaskBadges } from '../tabs/TaskBadges.tsx'
import { useLeading } from '../use-place.ts'
import { PartStates } from './PartStates.tsx'
import styles from './rows.module.css'

/** The open tasks of a company, what is due first, or its posts, newest first. */
export function CompanyTasks({ companyProfileId }: { companyProfileId: string }) {
  const leading = useLeading()
  const [shown, show] = useState<'posted'>()
  return (
    <div className={styles.part}>
      <div className={styles.tools}>
        <ChoiceChips
          label="Tasks"
          choices={[
            { value: undefined, words: 'Open' },
            { value: 'posted', words: 'Posted' },
          ]}
          chosen={shown}
          onChoose={show}
        />
        <LinkButton tone="quiet" icon={<Plus aria-hidden="true" />} {...leading('newTask', companyProfileId)}>
          Add Task
        </LinkButton>
      </div>
      <TaskList key={shown} companyProfileId={companyProfileId} isPosted={shown === 'posted'} />
    </div>
  )
}

function TaskList({ companyProfileId, isPosted }: { companyProfileId: string; isPosted: boolean }) {
  const today = useBusinessToday()
  const leading = useLeading()
  const { query, items, ...growth } = useTasks(
    isPosted ? { companyProfileId, status: 'Posted', sort: 'newest' } : { companyProfileId, open: true, sort: 'due' },
  )
  return (
    <>
      <PartStates query={query} what="the tasks" />
      {items?.length === 0 && <EmptyState>{isPosted ? 'Nothing was posted yet.' : 'No open tasks.'}</EmptyState>}
      <ul className={styles.rows} aria-label={isPosted ? 'Posts' : 'Open tasks'}>
        {items?.map((task) => (
          <li key={task._id} className={styles.row}>
            <Link className={styles.link} {...leading('task', String(task.taskId))}>
              <TaskLine task={task}>
                <SmallFact>
                  <Facts task={task} today={today} />
                </SmallFact>
              </TaskLine>
            </Link>
            <TaskBadges task={task} today={today} toLaunch={false} withBounce />
          </li>
        ))}
      </ul>
      <EndOfList {...growth} />
    </>
  )
}

/** The number of a task, and when it was posted or what comes next. */
function Facts({ task, today }: { task: BoardTask; today: string }) {
  if (task.postedAt)
    return (
      <>
        #{task.taskId} · Posted <Time value={task.postedAt} />
      </>
    )
  const [next, late, date] = [nextStepInWords(task), lateInWords(task, today), nextStepDate(task)]
  return (
    <>
      #{task.taskId}
      {next && ` · ${next}`}
      {late && ` · ${late}`}
      {date && !late && (
        <>
          {' · '}
          <Time value={date} />
        </>
      )}
    </>
  )
}
