import { setTimeout as sleep } from 'node:timers/promises'

// Allocates large buffers between small ones and frees the large ones. Prints the share of this memory that the system gets back.
const small: Buffer[] = []
const before = process.memoryUsage.rss()
let peak = 0
for (let round = 0; round < 20; round++) {
  let large: Buffer[] = []
  for (let n = 0; n < 40; n++) {
    large.push(Buffer.alloc(300_000 + 40_000 * (n % 20), 1))
    small.push(Buffer.allocUnsafeSlow(5_000).fill(1))
  }
  peak = Math.max(peak, process.memoryUsage.rss())
  large = []
  globalThis.gc?.()
  // Waits, because V8 frees buffers in another thread.
  await sleep(1)
}
await sleep(200)
process.stdout.write(String((peak - process.memoryUsage.rss()) / (peak - before)))
