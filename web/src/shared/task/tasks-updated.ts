import { useEffect, useEffectEvent } from 'react'

const EVENT = 'tasks updated'

/** Tells every list of tasks on the page that it is out of date: after an action of our own or a live event. */
export const fireTasksUpdated = (): void => void window.dispatchEvent(new Event(EVENT))

/** Calls back whenever tasks were updated, while the component is on screen. */
export function useTasksUpdated(reload: () => void): void {
  const hear = useEffectEvent(reload)
  useEffect(() => {
    const listener = () => hear()
    window.addEventListener(EVENT, listener)
    return () => window.removeEventListener(EVENT, listener)
  }, [])
}
