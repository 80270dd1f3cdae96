import { useEffect, useRef, useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { type ListStepsProps, neighborsOf } from '../../../shared/ui/ListSteps.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { owesPreview } from '../board/due-dates.ts'
import { taskQuery } from '../board/queries.ts'
import { type ListedTask, type TaskSequence, useSequence, useSequenceOf } from '../task-sequence.ts'
import { useOpenPanel } from '../use-place.ts'

/** The steps to other tasks of a list of the dashboard. `open` shows a toast if the task cannot be loaded. */
export interface Steps extends Omit<ListStepsProps<number>, 'what' | 'title'> {
  /** The next task in the list for which an admin must deliver a preview. After the end of the list, the search starts at its beginning. */
  nextWithoutPreview: number | undefined
}

/**
 * The place of a task in a list. `at` is the index of the task. After the task has left the list, `at` is the index of the task that
 * followed.
 */
interface Place {
  taskId: number
  sequence: string
  at: number
}

/** Returns the tasks before and after a task, in the order of the list that contains the task, and a function that opens another task. */
export function useTaskSteps(taskId: number): Steps {
  const found = useSequenceOf(taskId)
  const [place, setPlace] = useState<Place>()
  const known = place?.taskId === taskId ? place : undefined
  const sequence = useSequence(found ?? known?.sequence)
  const index = sequence?.tasks.findIndex((task) => task.taskId === taskId) ?? -1
  // Stores the place of the task in the list. When the status of the task changes, the task may leave the list. The previous and the next
  // task are then found from the stored place.
  if (found && index >= 0 && (known?.sequence !== found || known.at !== index)) setPlace({ taskId, sequence: found, at: index })

  const steps = sequence && (index >= 0 || known) ? stepsFrom(sequence, index, known?.at ?? 0) : undefined
  useNeighborsLoaded(sequence, steps)
  const open = useOpenTask()
  return { position: undefined, previous: undefined, next: undefined, nextWithoutPreview: undefined, ...steps, open }
}

/** `index` is -1 if the list no longer contains the task. `at` is then the index that the task had. */
function stepsFrom({ tasks, hasMore }: TaskSequence, index: number, at: number): Omit<Steps, 'open'> {
  const { before, after } = neighborsOf(tasks, index, at)
  const numberOf = (task: ListedTask | undefined) => task?.taskId
  return {
    position: index >= 0 ? `${index + 1} of ${tasks.length}${hasMore ? '+' : ''}` : undefined,
    previous: numberOf(before.at(-1)),
    next: numberOf(after[0]),
    nextWithoutPreview: numberOf([...after, ...before].find(owesPreview)),
  }
}

/**
 * Loads the tasks before and after the open task in advance, so that the panel shows them at once. If the open task is the last loaded task
 * of the list, also loads the next page of the list.
 */
function useNeighborsLoaded(sequence: TaskSequence | undefined, steps: Pick<Steps, 'previous' | 'next'> | undefined): void {
  const { previous, next } = steps ?? {}
  useEffect(() => {
    for (const taskId of [next, previous]) if (taskId !== undefined) void queryClient.prefetchQuery(taskQuery(String(taskId)))
  }, [previous, next])
  const isAtEnd = steps !== undefined && next === undefined && sequence?.hasMore === true
  useEffect(() => {
    if (isAtEnd) sequence?.more()
  }, [isAtEnd, sequence])
}

/** Returns a function that shows another task in the open panel. */
function useOpenTask(): (taskId: number) => void {
  const openPanel = useOpenPanel()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function open(taskId: number): Promise<void> {
    try {
      // The panel shows the previous task until the next one is loaded.
      await queryClient.ensureQueryData(taskQuery(String(taskId)))
    } catch (error) {
      // `useAccess` handles an expired session (401).
      return void (isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t load the task.')))
    }
    if (isShown.current) openPanel('task', String(taskId))
  }
  return (taskId) => void open(taskId)
}
