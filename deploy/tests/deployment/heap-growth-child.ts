// Replaces old objects in a large heap. Prints the largest heap size as a multiple of the memory in use.
const makeEntry = (n: number) => ({ n, text: `entry ${n}`, values: new Array(12).fill(n) })
const entries = Array.from({ length: 200_000 }, (_, n) => makeEntry(n))
globalThis.gc?.()
const inUse = process.memoryUsage().heapUsed
let peak = 0
for (let n = 0; n < 6_000_000; n++) {
  entries[(n * 7_919) % entries.length] = makeEntry(n)
  if (n % 20_000 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed)
}
process.stdout.write(String(peak / inUse))
