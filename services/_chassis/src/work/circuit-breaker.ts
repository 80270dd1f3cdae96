const FIRST_OPEN_MS = 15_000
const LONGEST_OPEN_MS = 5 * 60_000

/**
 * Pauses the work of a queue while an external system is unavailable. After each pause, one attempt is a test. If this attempt fails too,
 * the next pause is twice as long, up to 5 minutes.
 */
export interface CircuitBreaker {
  /** Opens the circuit breaker, unless it is open already. Returns how long it stays open, in milliseconds. */
  open(): number
  close(): void
  /** Number of free slots that may be used: none while the circuit breaker is open, then one as a test, and all after `close`. */
  allowed(free: number): number
  remainingMs(): number
  /** False from the first `open` until `close`, even if the pause has already ended. */
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
