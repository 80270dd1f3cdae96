import type { BoardTask } from '@app/contracts/http/board.ts'
import type { ReactNode } from 'react'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import type { View } from '../board/use-view.ts'
import { useLeading } from '../use-place.ts'
import { TaskCard } from './TaskCard.tsx'
import { type Section, TaskSections } from './TaskSections.tsx'

const TaskTable = lazyPart(() => import('./TaskTable.tsx'), { waiting: <BoardSkeleton /> })

interface TaskGridProps {
  view: View
  tasks: readonly BoardTask[]
  /** The tasks under headings, for the view with cards. */
  sections: readonly Section[]
  /** Whether the server has further tasks of the list. */
  hasMore: boolean
  /** Returns the control with which a task is selected. Only tasks that are due for launch have this control. */
  select?: (task: BoardTask) => ReactNode
}

/** The tasks of a list of all companies, as cards or as a compact table. */
export function TaskGrid({ view, tasks, sections, hasMore, select }: TaskGridProps) {
  const leading = useLeading()
  const today = useBusinessToday()
  if (view === 'dense') return <TaskTable tasks={tasks} select={select} />
  return (
    <TaskSections
      sections={sections}
      hasMore={hasMore}
      card={(task) => (
        <TaskCard
          task={task}
          companyName={task.companyName}
          today={today}
          toLaunch={select !== undefined}
          select={select?.(task)}
          to={leading('task', String(task.taskId))}
        />
      )}
    />
  )
}
