const BATCH_MS = 250

/**
 * Returns a function that collects items for 250 ms and handles them in one batch. Items that arrive while a batch is handled are in the
 * next batch, so the last run always starts after the last item.
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
