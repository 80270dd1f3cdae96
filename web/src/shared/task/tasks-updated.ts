import { useEffect, useEffectEvent } from 'react'

const EVENT = 'tasks updated'

/** What was updated; undefined where that is not known. */
interface Updated {
  /** Whose tasks. */
  companyProfileId: string | undefined
  /** Which of them. */
  taskId: number | undefined
}

/** Tells every list of tasks on the page that it is out of date: after an action of our own or a live event. */
export const fireTasksUpdated = (companyProfileId?: string, taskId?: number): void =>
  void window.dispatchEvent(new CustomEvent<Updated>(EVENT, { detail: { companyProfileId, taskId } }))

/** Calls back once for whatever tasks were updated within a moment, while the component is on screen. */
function useUpdated<T>(of: (updated: Updated) => T, reload: (gathered: ReadonlySet<T>) => Promise<unknown>): void {
  const read = useEffectEvent(of)
  const hear = useEffectEvent(reload)
  useEffect(() => {
    const tell = gather<T>((gathered) => hear(gathered))
    const listener = (event: Event) => tell(read((event as CustomEvent<Updated>).detail))
    window.addEventListener(EVENT, listener)
    return () => window.removeEventListener(EVENT, listener)
  }, [])
}

/** With the companies whose tasks were. */
export const useTasksUpdated = (reload: (whose: ReadonlySet<string | undefined>) => Promise<unknown>): void =>
  useUpdated(({ companyProfileId }) => companyProfileId, reload)

/** With the numbers of the tasks. */
export const useTaskNumbersUpdated = (reload: (numbers: ReadonlySet<number | undefined>) => Promise<unknown>): void =>
  useUpdated(({ taskId }) => taskId, reload)

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
