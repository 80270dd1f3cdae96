import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { packed, unpacked } from '../../backup/archive/archive.ts'
import type { Head, Part } from '../../backup/archive/parts.ts'
import { KEY_BYTES, seal, unseal } from '../../backup/archive/seal.ts'
import { writeArchive } from '../../backup/archive-file.ts'
import { verify } from '../../backup/verify.ts'

const KEY = randomBytes(KEY_BYTES)

interface Held {
  head: Head
  body?: Buffer
}

async function* cut(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0
  for (let n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] ?? bytes.length
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function* partsOf(held: readonly Held[], sizes: readonly number[]): AsyncGenerator<Part> {
  for (const { head, body } of held) yield body ? { head, body: cut(body, sizes) } : { head }
}

async function collected(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function read(archive: Buffer, sizes: readonly number[], key?: Buffer): Promise<Held[]> {
  const held: Held[] = []
  for await (const { head, body } of unpacked(cut(archive, sizes), key)) held.push(body ? { head, body: await collected(body) } : { head })
  return held
}

const end: Held = { head: { kind: 'end', tables: 1, rows: 2, files: 1, missing: 0, bytes: 7 } }
const few: Held[] = [
  { head: { kind: 'cut', at: '2026-11-22T08:00:00Z', migrations: { tasks: ['0001-baseline'] } } },
  { head: { kind: 'table', schema: 'tasks', table: 'task', columns: ['id'] }, body: Buffer.from('1\n2\n') },
  { head: { kind: 'sequence', schema: 'tasks', sequence: 'task_id', value: '9007199254740993', isCalled: true } },
  { head: { kind: 'file', key: 'public/a.png', headers: { 'content-type': 'image/png' } }, body: Buffer.from('png') },
  end,
]

/** Splits the output of `seal` into its header and its chunks. A chunk includes its length and its tag. */
function chunksOf(archive: Buffer): { header: Buffer; chunks: Buffer[] } {
  const HEADER = 34
  const chunks: Buffer[] = []
  for (let at = HEADER; at < archive.length; ) {
    const size = 4 + (archive.readUInt32BE(at) & 0x7fff_ffff) + 16
    chunks.push(archive.subarray(at, at + size))
    at += size
  }
  return { header: archive.subarray(0, HEADER), chunks }
}

/** Reads the output of `seal`. Returns the bytes before an error, and the error's message. */
async function untilFault(archive: Buffer, key?: Buffer): Promise<{ seen: string; fault: string | undefined }> {
  const seen: Buffer[] = []
  try {
    for await (const bytes of unseal(cut(archive, [1_000]), key)) seen.push(bytes)
  } catch (error) {
    return { seen: Buffer.concat(seen).toString(), fault: (error as Error).message }
  }
  return { seen: Buffer.concat(seen).toString(), fault: undefined }
}

async function* words(): AsyncGenerator<Buffer> {
  for (const word of ['one ', 'two ', 'three']) yield Buffer.from(word)
}

describe('an archive', () => {
  it('returns the original parts, for any chunk sizes', async () => {
    const body = fc.uint8Array({ maxLength: 200_000 }).map((bytes) => Buffer.from(bytes))
    const file = fc.record({ head: fc.record({ kind: fc.constant('file' as const), key: fc.string(), headers: fc.constant({}) }), body })
    const sizes = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 4 }), sizes, sizes, async (files, written, requested) => {
        const archive = await collected(packed(partsOf([...files, end], written)))
        expect(await read(archive, requested)).toEqual([...files, end])
      }),
      { numRuns: 30 },
    )
  })

  it('is verified by its checksums and totals', async () => {
    const archive = await collected(packed(partsOf(few, [3]), KEY))
    expect(await verify(cut(archive, [9]), KEY)).toMatchObject({ at: '2026-11-22T08:00:00Z', tables: 1, rows: 2, files: 1, bytes: 7 })
    expect(archive.includes('public/a.png')).toBe(false)
    const withoutFile = await collected(packed(partsOf(few.toSpliced(3, 1), [3])))
    await expect(verify(cut(withoutFile, [9]))).rejects.toThrow('it contains 0 files instead of 1, 4 bytes instead of 7.')
    const withoutEnd = await collected(packed(partsOf(few.slice(0, -1), [3])))
    await expect(verify(cut(withoutEnd, [9]))).rejects.toThrow('The backup is incomplete: its last part is missing.')
  })

  it('buffers only a few blocks in memory if the reader is slow', async () => {
    let made = 0
    async function* much(): AsyncGenerator<Buffer> {
      for (; made < 512; made++) yield randomBytes(256 * 1024)
    }
    async function* parts(): AsyncGenerator<Part> {
      yield { head: { kind: 'file', key: 'public/much', headers: {} }, body: much() }
      yield { head: end.head }
    }
    const reading = packed(parts())[Symbol.asyncIterator]()
    for (let n = 0; n < 20; n++) await reading.next()
    expect(made).toBeLessThan(40)
    await reading.return?.()
  })
})

describe.each([
  ['checked', undefined],
  ['encrypted', KEY],
])('a sealed stream, %s,', (_, key) => {
  it('detects missing, moved, added and changed chunks, and returns no data after them', async () => {
    const archive = await collected(seal(words(), key))
    expect(await untilFault(archive, key)).toEqual({ seen: 'one two three', fault: undefined })
    const { header, chunks } = chunksOf(archive)
    const [first, one, two, three, last] = chunks as [Buffer, Buffer, Buffer, Buffer, Buffer]
    const of = (...some: Buffer[]) => untilFault(Buffer.concat([header, ...some]), key)
    const damaged = expect.stringMatching(/^The backup is damaged after \d+ bytes\.$/)
    expect(await of(first, two, one, three, last)).toEqual({ seen: '', fault: damaged })
    expect(await of(first, one, three, last)).toEqual({ seen: 'one ', fault: damaged })
    expect(await of(first, one, one, two, three, last)).toEqual({ seen: 'one ', fault: damaged })
    expect(await of(first, one, two, last)).toEqual({ seen: 'one two ', fault: damaged })
    expect(await of(first, one, two, three)).toEqual({ seen: 'one two three', fault: expect.stringMatching(/ends after \d+ bytes/) })
    expect(await of(first, one, two, three, last, last)).toEqual({
      seen: 'one two three',
      fault: expect.stringContaining('there is more data after its end'),
    })
  })

  it('rejects a wrong key', async () => {
    const archive = await collected(seal(words(), key))
    const others = key ? [undefined, randomBytes(KEY_BYTES)] : [randomBytes(KEY_BYTES)]
    for (const other of others)
      expect(await untilFault(archive, other)).toMatchObject({ seen: '', fault: expect.stringMatching(/key|KEY/) })
  })
})

it.each([
  ['checked', undefined],
  ['encrypted', KEY],
])('a %s stream detects every flipped bit and every missing byte at its end', async (_, key) => {
  const archive = await collected(seal(words(), key))
  for (let length = 0; length < archive.length; length++) {
    const { seen, fault } = await untilFault(archive.subarray(0, length), key)
    expect(fault, `cut after ${length} bytes`).toMatch(/ends after \d+ bytes/)
    expect('one two three'.startsWith(seen)).toBe(true)
  }
  for (let bit = 0; bit < archive.length * 8; bit++) {
    const turned = Buffer.from(archive)
    turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const { seen, fault } = await untilFault(turned, key)
    expect(fault, `bit ${bit}`).toBeDefined()
    expect('one two three'.startsWith(seen)).toBe(true)
  }
})

it('is a file that only its owner can read, because it contains password hashes and keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = await writeArchive(`${folder}/`, packed(partsOf(few, []), KEY), (archive) => verify(archive, KEY))
  expect((await stat(file ?? '')).mode & 0o777).toBe(0o600)
  expect(await read(await readFile(file ?? ''), [1000], KEY)).toEqual(few)
})
