import { addAbortSignal, Readable } from 'node:stream'

/** Reads the first `bytes` of a stream. Returns them as `head`, and the complete stream as `body`. */
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
  // Buffers one chunk, like every stream of an upload: an upload that waits for a slot keeps all buffered chunks in memory.
  return { head: Buffer.from(head.subarray(0, bytes)), body: Readable.from(whole(), { objectMode: false, highWaterMark: 1 }) }
}
