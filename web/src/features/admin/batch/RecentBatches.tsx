import type { TaskBatch, UndoneTask } from '@app/contracts/http/task-batches.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/format/counted.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { RetryNotice } from '../../../shared/ui/states.tsx'
import { agoInWords } from '../task/ago-in-words.ts'
import { useNow } from '../use-now.ts'
import { batchesQuery } from './queries.ts'
import styles from './TaskBatch.module.css'
import { UndoBatch } from './UndoBatch.tsx'
import { UndoneTasks } from './UndoneTasks.tsx'

/** The batches of the last hour, which can be undone. Shows nothing if there are none. */
export function RecentBatches() {
  const query = useQuery(batchesQuery)
  const [now] = useNow()
  const [asked, setAsked] = useState<TaskBatch>()
  const [undone, setUndone] = useState<readonly UndoneTask[]>()
  const open = query.data?.filter(({ undoUntil }) => now < Date.parse(undoUntil)) ?? []

  return (
    <>
      {undone && <UndoneTasks tasks={undone} />}
      {query.isLoadingError && (
        <RetryNotice
          message={unlessOffline(query.error, 'We couldn’t load what was created in the last hour.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {open.length > 0 && (
        <ul className={styles.recent} aria-label="Created in the last hour">
          {open.map((batch) => (
            <li key={batch.batchId} className={styles.batch}>
              <span className={styles.batchTitle}>
                {batch.title}{' '}
                <span className={styles.small}>
                  {counted(batch.tasks, 'task')}, {agoInWords(batch.createdAt, now)}
                </span>
              </span>
              <Button tone="quiet" size="small" aria-label={`Undo: ${batch.title}`} onClick={() => setAsked(batch)}>
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && <UndoBatch batchId={asked.batchId} tasks={asked.tasks} onUndone={setUndone} onClose={() => setAsked(undefined)} />}
    </>
  )
}
