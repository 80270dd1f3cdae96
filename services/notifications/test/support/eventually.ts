import { expect } from 'vitest'

/**
 * Polls every 20 ms, for up to 30 s. The timeout is long, because on a busy machine a slow connection can open the circuit breaker of
 * emails for 15 s.
 */
export const eventually = <T>(read: () => T) => expect.poll(read, { interval: 20 })
