import { setImmediate } from 'node:timers/promises'
import { streamed } from '@app/chassis/http/collect-streamed.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { expect, test } from 'vitest'

const CHUNK_BYTES = 64 * 1024
const CHUNKS = 4_000
/** How many are on their way at once. */
const HELD = 50

test('what has streamed through is collected before much of it has gathered', async () => {
  const before = process.memoryUsage().arrayBuffers
  const held: Buffer[] = []
  let most = before
  for (let n = 0; n < CHUNKS; n++) {
    held[n % HELD] = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    streamed(CHUNK_BYTES)
    if (n % 16 > 0) continue
    await setImmediate()
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }
  // It was 66 to 90 MB where nobody told of what streams.
  expect(most - before).toBeLessThan(48 * MEGABYTE)
})
