import { addAbortSignal, Readable } from 'node:stream'

/** Returns the first `bytes` of a stream as `head`, and the complete stream as `body`. */
export async function peek(source: Readable, bytes: number, signal: AbortSignal): Promise<{ head: Buffer; body: Readable }> {
  addAbortSignal(signal, source)
  const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const firstChunks: Buffer[] = []
  let size = 0
  while (size < bytes) {
    const { value, done } = await chunks.next()
    if (done) break
    firstChunks.push(value)
    size += value.length
  }
  const head = Buffer.concat(firstChunks)
  async function* whole() {
    if (head.length > 0) yield head
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return
      yield value
    }
  }
  // Each stream buffers only one chunk, because buffers stay in memory while the upload waits for a slot (`partSlots`).
  return { head: Buffer.from(head.subarray(0, bytes)), body: Readable.from(whole(), { objectMode: false, highWaterMark: 1 }) }
}
