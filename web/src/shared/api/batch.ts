const BATCH_MS = 250

/**
 * Returns a function that collects items for 250 ms and handles them together. Items that arrive during a run are handled in the next run.
 * So the last run always starts after the last item.
 */
export function batch<T>(handle: (items: ReadonlySet<T>) => Promise<unknown>, batchMs = BATCH_MS): (item: T) => void {
  let pending = new Set<T>()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (pending.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, batchMs))
      const items = pending
      pending = new Set()
      // `handle` reports its own errors.
      await handle(items).catch(() => {})
    }
    isRunning = false
  }

  return (item) => {
    pending.add(item)
    if (!isRunning) void run()
  }
}
