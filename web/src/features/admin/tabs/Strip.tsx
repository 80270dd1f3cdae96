import type { CompanyLine } from '@app/contracts/http/board.ts'
import { useMemo, useState } from 'react'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { CardRow } from '../../../shared/ui/CardRow.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import { openOf } from '../board/counts.ts'
import { useOpenTasks } from '../board/queries.ts'
import { stripOrder } from '../board/status-order.ts'
import { useTaskSequence } from '../task-sequence.ts'
import { useLeading } from '../use-place.ts'
import { TaskCard } from './TaskCard.tsx'
import styles from './tabs.module.css'

/**
 * A row with the cards of a company's tasks that are not posted. At first, the row shows the cards from the company list. If the company
 * has more tasks, they are loaded when the end of the row becomes visible.
 */
export function Strip({ line: { _id, companyName, counts, cards } }: { line: CompanyLine }) {
  const leading = useLeading()
  const [isWanted, setWanted] = useState(false)
  const rest = useOpenTasks(_id, isWanted)
  const tasks = useMemo(() => (rest.data ? rest.data.items.toSorted(stripOrder) : cards), [rest.data, cards])
  const today = useBusinessToday()
  const hasMore = !rest.data && openOf(counts) > tasks.length
  const wantRest = () => (rest.isError ? void rest.refetch() : setWanted(openOf(counts) > cards.length))
  useTaskSequence({ tasks, hasMore, more: wantRest })

  if (openOf(counts) === 0) return <p className={styles.done}>All tasks are posted.</p>
  return (
    <CardRow label={`Tasks of ${companyName}`} step={260} onEnd={wantRest}>
      {tasks.map((task) => (
        <TaskCard key={task._id} task={task} today={today} to={leading('task', String(task.taskId))} />
      ))}
      {hasMore && (
        <div key="more" className={styles.coming}>
          <Skeleton shape="block" />
        </div>
      )}
    </CardRow>
  )
}
