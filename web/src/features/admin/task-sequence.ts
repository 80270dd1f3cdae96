import type { BoardTask, TaskCard } from '@app/contracts/http/board.ts'
import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react'

/** The task fields that the task panel needs to step through a list. */
export type ListedTask = Pick<TaskCard | BoardTask, 'taskId' | 'currentStatus' | 'hasFreshPreview'>

/** A list of tasks on the screen. The tasks have the same order as on the screen. */
export interface TaskSequence {
  tasks: readonly ListedTask[]
  /** Whether further tasks of the list are not loaded yet. */
  hasMore: boolean
  /** Loads further tasks. */
  more: () => unknown
}

/** The lists on the screen, by the id of the component that shows the list. */
const sequences = new Map<string, TaskSequence>()
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Registers a list on the screen. The buttons of the task panel then open the previous and the next task of this list. */
export function useTaskSequence({ tasks, hasMore, more }: TaskSequence): void {
  const id = useId()
  const loadMore = useEffectEvent(() => more())
  useEffect(() => {
    sequences.set(id, { tasks, hasMore, more: () => loadMore() })
    changed()
  }, [id, tasks, hasMore])
  useEffect(
    () => () => {
      sequences.delete(id)
      changed()
    },
    [id],
  )
}

const sequenceOf = (taskId: number): string | undefined => {
  for (const [id, { tasks }] of sequences) if (tasks.some((task) => task.taskId === taskId)) return id
  return undefined
}

/** Returns the id of the list that contains the task. Undefined if no list on the screen contains it. */
export const useSequenceOf = (taskId: number): string | undefined => useSyncExternalStore(subscribe, () => sequenceOf(taskId))

export const useSequence = (id: string | undefined): TaskSequence | undefined =>
  useSyncExternalStore(subscribe, () => (id === undefined ? undefined : sequences.get(id)))
