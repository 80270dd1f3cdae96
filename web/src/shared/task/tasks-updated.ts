import { useEffect, useEffectEvent } from 'react'
import { gather } from './gather.ts'

const EVENT = 'tasks updated'

/** Whose tasks were updated; undefined where that is not known. */
type Whose = string | undefined

/** Tells every list of tasks on the page that it is out of date: after an action of our own or a live event. */
export const fireTasksUpdated = (companyProfileId?: Whose): void =>
  void window.dispatchEvent(new CustomEvent<Whose>(EVENT, { detail: companyProfileId }))

/** Calls back once for whatever tasks were updated within a moment, while the component is on screen. */
export function useTasksUpdated(reload: (whose: ReadonlySet<Whose>) => Promise<unknown>): void {
  const hear = useEffectEvent(reload)
  useEffect(() => {
    const tell = gather<Whose>((whose) => hear(whose))
    // Made for an event of no detail, `detail` is null.
    const listener = (event: Event) => tell((event as CustomEvent<Whose | null>).detail ?? undefined)
    window.addEventListener(EVENT, listener)
    return () => window.removeEventListener(EVENT, listener)
  }, [])
}
