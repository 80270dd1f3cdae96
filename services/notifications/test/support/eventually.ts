import { expect } from 'vitest'

/** Polls for up to 10 s, which is enough on a busy machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 20 })
