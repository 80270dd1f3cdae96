import { pipeline, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { DamagedArchive } from './damaged.ts'
import { type Part, readParts, writeParts } from './parts.ts'
import { seal, unseal } from './seal.ts'

/** What comes through; its reader hears of failures on either side. */
const through = (source: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> => pipeline(source, transform, () => {})

/** An archive of these parts, compressed, and encrypted where a key is given. Takes them as fast as it is read. */
export const packed = (parts: AsyncIterable<Part>, key?: Buffer): AsyncIterable<Buffer> =>
  seal(through(writeParts(parts), createZstdCompress()), key)

/** The parts of an archive. */
export async function* unpacked(archive: AsyncIterable<Buffer>, key?: Buffer): AsyncGenerator<Part> {
  let isWhole = false
  for await (const part of readParts(through(unseal(archive, key), createZstdDecompress()))) {
    isWhole = part.head.kind === 'end'
    yield part
  }
  if (!isWhole) throw new DamagedArchive('The backup has no end.')
}
