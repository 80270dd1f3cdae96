const FIRST_OPEN_MS = 15_000
const LONGEST_OPEN_MS = 5 * 60_000

/** Pauses the work of a queue while all attempts fail for the same reason. The pause doubles with each failure. */
export interface CircuitBreaker {
  /** Opens the circuit breaker, unless it is open already. Returns how long it stays open, in milliseconds. */
  open(): number
  close(): void
  /** Number of free slots that may be used: none while the circuit breaker is open, then one as a test, and all after a success. */
  allowed(free: number): number
  remainingMs(): number
  /** Whether the last attempt succeeded. */
  isClosed(): boolean
}

export function createCircuitBreaker(): CircuitBreaker {
  let openUntil = 0
  let failuresInARow = 0
  const remainingMs = () => Math.max(0, openUntil - performance.now())

  return {
    open() {
      if (remainingMs() === 0) {
        openUntil = performance.now() + Math.min(FIRST_OPEN_MS * 2 ** failuresInARow, LONGEST_OPEN_MS)
        failuresInARow += 1
      }
      return remainingMs()
    },
    close() {
      openUntil = 0
      failuresInARow = 0
    },
    allowed: (free) => (remainingMs() > 0 ? 0 : failuresInARow > 0 ? Math.min(free, 1) : free),
    remainingMs,
    isClosed: () => failuresInARow === 0,
  }
}
