const BATCH_MS = 250

/** Returns a function that collects items for 250 ms and calls `handle` with them. During a call, new items wait for the next call. */
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
