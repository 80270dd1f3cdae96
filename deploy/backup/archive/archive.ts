import { pipeline, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { DamagedArchive } from './damaged.ts'
import { type Part, readParts, writeParts } from './parts.ts'
import { seal, unseal } from './seal.ts'

/** Pipes a stream through a transform. The returned stream throws the errors of both streams. */
const through = (source: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> => pipeline(source, transform, () => {})

/** Compresses these parts into an archive, and encrypts the archive if a key is given. */
export const packed = (parts: AsyncIterable<Part>, key?: Buffer): AsyncIterable<Buffer> =>
  seal(through(writeParts(parts), createZstdCompress()), key)

/** Yields the parts of an archive. Throws `DamagedArchive` if the archive is damaged or incomplete. */
export async function* unpacked(archive: AsyncIterable<Buffer>, key?: Buffer): AsyncGenerator<Part> {
  let isWhole = false
  for await (const part of readParts(through(unseal(archive, key), createZstdDecompress()))) {
    isWhole = part.head.kind === 'end'
    yield part
  }
  if (!isWhole) throw new DamagedArchive('The backup is incomplete: its last part is missing.')
}
