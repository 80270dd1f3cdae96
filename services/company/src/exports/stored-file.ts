import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { withRetries } from './with-retries.ts'

const CHUNK_BYTES = 1024 * 1024

/**
 * Returns the content of a file of the store. Undefined if the store has lost it. The file is read in pieces: one long response would be
 * closed by the store's idle timeout while the ZIP file is uploaded, and a failed piece can be read again.
 */
export async function openStoredFile(
  store: Pick<ObjectStore, 'read' | 'sizeOf'>,
  key: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer> | undefined> {
  const size = await withRetries(signal, () => store.sizeOf(key))
  if (size === undefined) return undefined
  async function* pieces(bytes: number): AsyncGenerator<Buffer> {
    for (let offset = 0; offset < bytes; offset += CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, bytes - offset)
      const piece = await withRetries(signal, () => store.read(key, offset, length))
      if (piece.length !== length) throw new Error(`The store sent ${piece.length} of ${length} bytes of ${key}`)
      yield piece
    }
  }
  return pieces(size)
}
