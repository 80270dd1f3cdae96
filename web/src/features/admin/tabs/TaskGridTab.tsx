import { businessToday } from '../../../shared/format/dates.ts'
import { ChecklistDrawing } from '../../../shared/ui/drawings.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { moveAmongCards } from '../../../shared/ui/move-among-cards.ts'
import { EmptyState } from '../../../shared/ui/stand-ins.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import { useTasks } from '../board/queries.ts'
import { useLook } from '../board/use-look.ts'
import { type ListTabId, listed } from '../tabs.ts'
import { useLeading } from '../use-place.ts'
import { taskSearch, taskSorts } from './looks.ts'
import { TaskCard } from './TaskCard.tsx'
import styles from './tabs.module.css'

const TaskTable = lazyPart(() => import('./TaskTable.tsx'), { waiting: <BoardSkeleton /> })

const nothing: Record<ListTabId, string> = {
  total: 'There are no tasks yet.',
  pending: 'No task is pending.',
  'refer-back': 'No task was referred back.',
  approved: 'No approved task waits for its day.',
  launch: 'Nothing is due for launch today.',
}

/** Tasks of all companies together. */
export function TaskGridTab({ tab }: { tab: ListTabId }) {
  const look = useLook(taskSorts[tab])
  const leading = useLeading()
  const list = useTasks({ ...listed[tab], search: look.search.wanted, sort: look.sort })
  const today = businessToday()
  const toLaunch = tab === 'launch'

  return (
    <BoardList list={list} look={look} search={taskSearch} empty={<EmptyState drawing={<ChecklistDrawing />}>{nothing[tab]}</EmptyState>}>
      {(tasks) =>
        look.view === 'dense' ? (
          <TaskTable tasks={tasks} toLaunch={toLaunch} />
        ) : (
          <ul className={styles.grid} onKeyDown={moveAmongCards}>
            {tasks.map((task) => (
              <li key={task._id} className={styles.cell}>
                <TaskCard
                  task={task}
                  companyName={task.companyName}
                  today={today}
                  toLaunch={toLaunch}
                  to={leading('task', String(task.taskId))}
                />
              </li>
            ))}
          </ul>
        )
      }
    </BoardList>
  )
}
