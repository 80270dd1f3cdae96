import { useEffect, useEffectEvent } from 'react'
import { gather } from '../api/gather.ts'

const EVENT = 'tasks updated'

/** Tells the owner's lists of tasks that they are out of date, after a live event or an action of our own: by the task's number, where it is known. */
export const fireTasksUpdated = (taskId: number | null = null): void =>
  void window.dispatchEvent(new CustomEvent(EVENT, { detail: taskId }))

/** Calls back once for whatever tasks were updated within a moment, while the component is on screen; null stands for unknown ones. */
export function useTasksUpdated(reload: (taskIds: ReadonlySet<number | null>) => Promise<unknown>): void {
  const hear = useEffectEvent(reload)
  useEffect(() => {
    const tell = gather<number | null>((taskIds) => hear(taskIds))
    const listener = (event: Event) => tell((event as CustomEvent<number | null>).detail)
    window.addEventListener(EVENT, listener)
    return () => window.removeEventListener(EVENT, listener)
  }, [])
}
