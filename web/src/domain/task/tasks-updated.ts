import type { PostDue, PreviewProofread, TaskRemoved } from '@app/contracts/events/tasks.ts'
import { useEffect, useEffectEvent } from 'react'
import { batch } from '../../shared/api/batch.ts'

const UPDATED = 'tasks updated'
const REMOVED = 'task removed'

/** Marks the owner's task lists as stale after a live event or an action in this tab. `taskId` is null if it is unknown. */
export const fireTasksUpdated = (taskId: number | null = null): void =>
  void window.dispatchEvent(new CustomEvent(UPDATED, { detail: taskId }))

export const fireTaskRemoved = (taskId: number): void => void window.dispatchEvent(new CustomEvent(REMOVED, { detail: taskId }))

/** Calls `reload` once for all tasks that were updated within 250 ms. Null stands for an unknown task. */
export function useTasksUpdated(reload: (taskIds: ReadonlySet<number | null>) => Promise<unknown>): void {
  const onUpdated = useEffectEvent(reload)
  useEffect(() => {
    const collect = batch<number | null>((taskIds) => onUpdated(taskIds))
    const listener = (event: Event) => collect((event as CustomEvent<number | null>).detail)
    window.addEventListener(UPDATED, listener)
    return () => window.removeEventListener(UPDATED, listener)
  }, [])
}

export function useTaskRemoved(drop: (taskId: number) => void): void {
  const onRemoved = useEffectEvent(drop)
  useEffect(() => {
    const listener = (event: Event) => onRemoved((event as CustomEvent<number>).detail)
    window.addEventListener(REMOVED, listener)
    return () => window.removeEventListener(REMOVED, listener)
  }, [])
}

/** After this event, screens remove the task without a request, because a request would fail with 404. */
export const TASK_REMOVED: typeof TaskRemoved.type = 'tasks.task-removed.v1'

/** This event reminds admins that it is time to post a task. */
export const POST_DUE: typeof PostDue.type = 'tasks.post-due.v1'

/** After this event, a delivered preview has findings. Only the admin who delivered it gets a message. */
export const PREVIEW_PROOFREAD: typeof PreviewProofread.type = 'tasks.preview-proofread.v1'
