/** Calls `runBatch` until a batch has fewer than `size` rows, or until the signal is aborted. Returns the number of rows of all batches. */
export async function runBatches(runBatch: () => Promise<number>, size: number, signal: AbortSignal): Promise<number> {
  let rows = 0
  while (!signal.aborted) {
    const batch = await runBatch()
    rows += batch
    if (batch < size) break
  }
  return rows
}
