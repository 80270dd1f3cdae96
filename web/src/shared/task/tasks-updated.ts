import { useEffect, useEffectEvent } from 'react'

const EVENT = 'tasks updated'

/** Tells every list of tasks on the page that it is out of date: after an action of our own or a live event. */
export const fireTasksUpdated = (what?: string | number | null): void => void window.dispatchEvent(new CustomEvent(EVENT, { detail: what }))

/**
 * Calls back once for whatever tasks were updated within a moment, while the component is on screen: with what they are told by on
 * its page, the company's id or the task's number; undefined where that is not known.
 */
export function useTasksUpdated<What extends string | number = string>(
  reload: (what: ReadonlySet<What | undefined>) => Promise<unknown>,
): void {
  const hear = useEffectEvent(reload)
  useEffect(() => {
    const tell = gather<What | undefined>((what) => hear(what))
    // Made for an event of no detail, `detail` is null.
    const listener = (event: Event) => tell((event as CustomEvent<What | null>).detail ?? undefined)
    window.addEventListener(EVENT, listener)
    return () => window.removeEventListener(EVENT, listener)
  }, [])
}

/** Long enough for what one action brings about, too short to be waited for. */
const MOMENT_MS = 250

/**
 * Deals at once with what comes within a moment. What comes while that is under way is gathered too, and is next: the
 * last run always begins after the last that came.
 */
export function gather<T>(handle: (gathered: ReadonlySet<T>) => Promise<unknown>, momentMs = MOMENT_MS): (item: T) => void {
  let gathered = new Set<T>()
  let busy = false

  async function run(): Promise<void> {
    busy = true
    while (gathered.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, momentMs))
      const now = gathered
      gathered = new Set()
      // What failed is told by whoever handles it.
      await handle(now).catch(() => {})
    }
    busy = false
  }

  return (item) => {
    gathered.add(item)
    if (!busy) void run()
  }
}
