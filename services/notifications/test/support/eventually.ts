import { expect } from 'vitest'

/** Polls for longer than a busy machine needs. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 20 })
