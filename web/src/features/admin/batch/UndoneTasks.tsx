import type { UndoneTask } from '@app/contracts/http/task-batches.ts'
import { counted } from '../../../shared/format/counted.ts'
import { Link } from '../../../shared/ui/Link.tsx'
import { useLeading } from '../use-place.ts'
import styles from './TaskBatch.module.css'

/** The result of undoing a batch: how many tasks were removed, and which ones stay, with the reason. */
export function UndoneTasks({ tasks }: { tasks: readonly UndoneTask[] }) {
  const leading = useLeading()
  const removed = tasks.filter(({ outcome }) => outcome === 'removed').length
  const kept = tasks.filter(({ outcome }) => outcome === 'kept')
  return (
    <div className={styles.notice} role="status">
      <p>
        {removed === 0 ? 'No task was removed.' : `${counted(removed, 'task')} removed.`}{' '}
        {kept.length > 0 && `${counted(kept.length, 'task')} kept:`}
      </p>
      {kept.length > 0 && (
        <ul className={styles.kept}>
          {kept.map(({ companyId, companyName, taskId, message }) => (
            <li key={companyId}>
              {companyName}, <Link {...leading('task', String(taskId))}>#{taskId}</Link>: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
