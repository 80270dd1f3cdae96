import { createHash } from 'node:crypto'
import { byteReader } from './byte-reader.ts'
import { DamagedArchive } from './damaged.ts'

/** Heads of the parts of an archive, in the order of the archive. Only tables and files have a body. */
export type Head =
  /** Time of the database snapshot, and the names of the migrations that had run for each service. */
  | { kind: 'cut'; at: string; migrations: Readonly<Record<string, readonly string[]>> }
  /** Rows in the text format of `COPY`. */
  | { kind: 'table'; schema: string; table: string; columns: readonly string[] }
  | { kind: 'sequence'; schema: string; sequence: string; value: string; isCalled: boolean }
  | { kind: 'file'; key: string; headers: Readonly<Record<string, string>> }
  /** A file that a row references, but that the file store did not have. */
  | { kind: 'missing'; key: string }
  | ({ kind: 'end' } & Totals)

export interface Totals {
  tables: number
  rows: number
  files: number
  missing: number
  bytes: number
}

export interface Part {
  head: Head
  body?: AsyncIterable<Buffer>
}

const HEAD = 1
const BODY = 2
/** Type of the record that contains the SHA-256 of the preceding body. */
const TAIL = 3
const BLOCK_BYTES = 64 * 1024
const LONGEST_RECORD = 1024 * 1024

function record(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt8(type)
  header.writeUInt32BE(content.length, 1)
  return Buffer.concat([header, content])
}

/** Joins small chunks into blocks of 64 KiB, because Postgres sends each row as a separate chunk. */
async function* inBlocks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length; ) {
      const piece = chunk.subarray(taken, taken + BLOCK_BYTES - size)
      held.push(piece)
      size += piece.length
      taken += piece.length
      if (size < BLOCK_BYTES) continue
      yield Buffer.concat(held)
      held = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Serializes the parts. Each body is followed by its SHA-256. */
export async function* writeParts(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  for await (const { head, body } of parts) {
    yield record(HEAD, Buffer.from(JSON.stringify(head)))
    if (!body) continue
    const digest = createHash('sha256')
    for await (const block of inBlocks(body)) {
      digest.update(block)
      yield record(BODY, block)
    }
    yield record(TAIL, digest.digest())
  }
}

/** Reads the output of `writeParts`. The caller must read each body before the next part. Throws at the end of a body with a wrong hash. */
export async function* readParts(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const reader = byteReader(source)

  async function next(): Promise<{ type: number; content: Buffer }> {
    const header = await reader.take(5)
    const length = header.readUInt32BE(1)
    if (length > LONGEST_RECORD) throw new DamagedArchive('The backup is damaged: a record is too long.')
    return { type: header.readUInt8(), content: await reader.take(length) }
  }

  async function* bodyOf(): AsyncGenerator<Buffer> {
    const digest = createHash('sha256')
    for (;;) {
      const { type, content } = await next()
      if (type === BODY) {
        digest.update(content)
        yield content
      } else if (type === TAIL) {
        if (!digest.digest().equals(content)) throw new DamagedArchive('The backup is damaged: the checksum of a part is wrong.')
        return
      } else throw new DamagedArchive('The backup is damaged: a part has no end.')
    }
  }

  while (!(await reader.isAtEnd())) {
    const { type, content } = await next()
    if (type !== HEAD) throw new DamagedArchive('The backup is damaged: a part has no beginning.')
    const head = JSON.parse(content.toString()) as Head
    yield head.kind === 'table' || head.kind === 'file' ? { head, body: bodyOf() } : { head }
  }
}
