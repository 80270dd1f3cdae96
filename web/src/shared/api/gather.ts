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
