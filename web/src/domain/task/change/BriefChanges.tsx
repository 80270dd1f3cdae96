import type { Task } from '@app/contracts/http/tasks.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import styles from './BriefChanges.module.css'
import { BriefStates } from './BriefStates.tsx'
import { compareBriefs, contentOf } from './brief-parts.ts'
import { PartChanges } from './PartChanges.tsx'
import type { TaskChanges } from './task-changes.ts'
import { useBriefHistory, useBriefState } from './use-brief-history.ts'

interface BriefChangesProps {
  task: Task
  changes: TaskChanges
}

/** What changed in a brief since the current preview, and the history of the brief. Only for tasks whose brief has changed. */
export default function BriefChanges({ task, changes }: BriefChangesProps) {
  const { previewBriefVersion: seen, briefVersion } = task
  return (
    <div className={styles.changes}>
      {seen !== null && seen < briefVersion && <SincePreview task={task} changes={changes} seen={seen} />}
      <History task={task} changes={changes} />
    </div>
  )
}

function SincePreview({ task, changes: { caller, labels }, seen }: BriefChangesProps & { seen: number }) {
  const { query, items } = useBriefHistory(caller, task)
  const listed = items?.find(({ number }) => number === seen)
  const state = useBriefState(caller, task._id, seen, items !== undefined && !listed)
  const before = listed ?? state.data
  const failed = [query, state].find(({ isLoadingError }) => isLoadingError)
  const replaced = (items ?? []).filter(({ number }) => number > seen).flatMap(({ changed }) => changed)
  return (
    <details className={styles.since} open>
      <summary className={styles.summary}>
        Changed since version {task.previewNo}
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.content}>
        {before && <PartChanges changes={compareBriefs(before, contentOf(task), replaced)} labels={labels} />}
        {failed && (
          <RetryNotice
            message={unlessOffline(failed.error, 'We couldn’t load the changes.')}
            busy={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        )}
        {!before && !failed && (
          <div role="status" aria-busy="true" aria-label="Loading the changes">
            <Skeleton shape="line" />
          </div>
        )}
      </div>
    </details>
  )
}

/** The history is loaded when the user opens it. */
function History({ task, changes }: BriefChangesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.history} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        History of the brief
        <ChevronDown aria-hidden="true" />
      </summary>
      {isOpen && <LoadedHistory task={task} changes={changes} />}
    </details>
  )
}

function LoadedHistory({ task, changes }: BriefChangesProps) {
  const { query, items, ...growth } = useBriefHistory(changes.caller, task)
  if (query.isLoadingError) {
    return (
      <RetryNotice
        message={unlessOffline(query.error, 'We couldn’t load the history.')}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return (
    <div className={styles.content} aria-busy={!items || undefined}>
      {items ? <BriefStates states={items} changes={changes} /> : <Skeleton shape="line" />}
      <EndOfList {...growth} />
    </div>
  )
}
