import { createHash } from 'node:crypto'
import { byteReader } from './byte-reader.ts'
import { DamagedArchive } from './damaged.ts'

/** What an archive consists of, in this order, each told by its head. Only tables and files have a body. */
export type Head =
  /** When the database was looked at, and how far the schema of each service was: the names of its migrations. */
  | { kind: 'cut'; at: string; migrations: Readonly<Record<string, readonly string[]>> }
  /** Rows as `COPY` writes them. */
  | { kind: 'table'; schema: string; table: string; columns: readonly string[] }
  | { kind: 'sequence'; schema: string; sequence: string; value: string; isCalled: boolean }
  | { kind: 'file'; key: string; headers: Readonly<Record<string, string>> }
  /** A row names a file that was not there any more. */
  | { kind: 'missing'; key: string }
  | ({ kind: 'end' } & Totals)

/** What a whole archive holds. */
export interface Totals {
  tables: number
  rows: number
  files: number
  missing: number
  /** Of rows and files together. */
  bytes: number
}

export interface Part {
  head: Head
  body?: AsyncIterable<Buffer>
}

const HEAD = 1
const BODY = 2
/** The SHA-256 of the body before it, as it was read where it came from. */
const TAIL = 3
const BLOCK_BYTES = 64 * 1024
const LONGEST_RECORD = 1024 * 1024

function record(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt8(type)
  header.writeUInt32BE(content.length, 1)
  return Buffer.concat([header, content])
}

/** The same bytes in blocks of one size, the last one smaller: rows come one by one. */
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

/** Writes parts one after the other; what their bodies were is noted behind each. */
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

/**
 * Reads what `writeParts` has written. The body of a part has to be read before the next part is asked for; it throws at its end
 * where it is not what was written.
 */
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
        if (!digest.digest().equals(content)) throw new DamagedArchive('A part of the backup is not what was written into it.')
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
