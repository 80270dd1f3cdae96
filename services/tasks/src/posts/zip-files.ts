import type { PassThrough, Readable } from 'node:stream'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { ZipFile } from 'yazl'
import type { KitFile } from './kit-files.ts'

/** A regular file that its owner may write and everybody may read. */
const MODE = 0o100644

/**
 * Returns a ZIP file as a stream, with the files as they are stored, in their order. Reads one file after the other, as fast as the client
 * reads the stream. If the client leaves, no further byte is read from the store. If a file cannot be read, the stream fails.
 */
export function zipFiles({ get }: Pick<ObjectStore, 'get'>, files: readonly Pick<KitFile, 'name' | 'key' | 'bytes'>[]): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const fail = (error: Error): unknown => output.destroy(error)
  let current: Readable | undefined
  output.once('close', () => current?.destroy())
  zip.on('error', fail)

  async function open(key: string): Promise<Readable | undefined> {
    if (output.destroyed) return undefined
    const file = await get(key)
    current = file
    if (output.destroyed) file.destroy()
    return file.once('error', fail)
  }

  for (const { name, key, bytes } of files) {
    // Pictures and videos are compressed already.
    zip.addReadStreamLazy(name, { compress: false, size: bytes, mode: MODE }, (done) => {
      open(key).then((file) => file && done(null, file), fail)
    })
  }
  zip.end()
  return output
}
