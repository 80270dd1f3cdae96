import { setImmediate as nextTurn } from 'node:timers/promises'
import { BadFile } from '@app/chassis/storage/inspect.ts'
import { recognizeContent } from '@app/chassis/storage/recognize-content.ts'
import { SNIFF_BYTES } from '@app/chassis/storage/sniff.ts'
import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { box, ebml, element, fileType, mp4, webm, webmHeader } from '@app/chassis/testing/videos.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const DAMAGED = 'This video is damaged or incomplete. Please choose another one.'
const UNKNOWN = 'not recognized'

/** Returns the error message for a file, or undefined if it is accepted. */
async function verdict(bytes: Buffer, chunkBytes = 1 << 16): Promise<string | undefined> {
  const recognized = await recognizeContent(bytes.subarray(0, SNIFF_BYTES))
  if (!recognized?.contentType.startsWith('video/')) return UNKNOWN
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      for (const inspector of recognized.inspectors) await inspector.see(bytes.subarray(at, at + chunkBytes))
      await nextTurn()
    }
    for (const inspector of recognized.inspectors) inspector.end?.()
    return undefined
  } catch (error) {
    if (error instanceof BadFile) return error.message
    throw error
  }
}

const [ISO, MOOV, MDAT] = [fileType('isom'), box('moov'), box('mdat', Buffer.alloc(50))]
const { SEGMENT, INFO, TRACKS, CLUSTER } = ebml
const inside = Buffer.concat([element(TRACKS, Buffer.alloc(9)), element(CLUSTER, Buffer.alloc(30))])
/** An element whose size is unknown, as in files of live encoders. */
const openElement = (id: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(id.toString(16), 'hex'), Buffer.from([0xff]), content])
const video = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts)

/** Returns the head of a box. If `size` is 1, the actual size of the box is `long`, which follows the type in 64 bits. */
function headOf(type: string, size: number, long?: bigint): Buffer {
  const head = Buffer.alloc(long === undefined ? 8 : 16)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  if (long !== undefined) head.writeBigUInt64BE(long, 8)
  return head
}

describe.each([
  ['mp4', mp4()],
  ['webm', webm()],
])('a %s', (type, file) => {
  it.each([1, 2, 7, 1 << 16])('is accepted in chunks of %i bytes', async (chunkBytes) => {
    expect((await recognizeContent(file))?.contentType).toBe(`video/${type}`)
    expect(await verdict(file, chunkBytes)).toBeUndefined()
  })

  it('is rejected if its end is missing', async () => {
    for (const missing of [1, 2, 50]) expect(await verdict(file.subarray(0, -missing))).toBe(DAMAGED)
  })

  it('causes no unexpected error if any byte is changed', async () => {
    const change = fc.record({ at: fc.nat(file.length - 1), byte: fc.nat(255), chunk: fc.integer({ min: 1, max: 50 }) })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, byte, chunk }) => {
        const changed = Buffer.from(file)
        changed[at] = byte
        expect([undefined, DAMAGED, UNKNOWN]).toContain(await verdict(changed, chunk))
      }),
      { numRuns: 300 },
    )
  })
})

it.each([
  ['the index after the media data', video(ISO, MDAT, MOOV), undefined],
  ['the index before the media data', video(ISO, MOOV, MDAT), undefined],
  ['media data up to the end of the file', video(ISO, MOOV, headOf('mdat', 0), Buffer.alloc(99)), undefined],
  ['a size of 64 bits', video(ISO, MOOV, headOf('mdat', 1, 20n), Buffer.alloc(4)), undefined],
  ['a known brand after another main brand', video(fileType('xxxx', 'mp42'), MOOV, MDAT), undefined],
  ['the brand of iTunes', video(fileType('M4V '), MOOV, MDAT), undefined],
  ['unknown brands', video(fileType('xxxx', 'yyyy'), MOOV, MDAT), UNKNOWN],
  ['an AVIF picture', video(fileType('avif', 'mif1'), MOOV, MDAT), UNKNOWN],
  ['an audio file', video(fileType('M4A ', 'mp42'), MOOV, MDAT), UNKNOWN],
  ['no index', video(ISO, MDAT), DAMAGED],
  ['no media data', video(ISO, MOOV), DAMAGED],
  ['a second file type', video(ISO, MOOV, ISO, MDAT), DAMAGED],
  ['a box smaller than its head', video(ISO, MOOV, MDAT, headOf('free', 7)), DAMAGED],
  ['a box of 4 GB', video(ISO, MOOV, headOf('mdat', 0xffffffff), Buffer.alloc(99)), DAMAGED],
  ['a size of 64 bits that is smaller than the head', video(ISO, MOOV, MDAT, headOf('free', 1, 15n)), DAMAGED],
  ['a size of 2^64 - 1', video(ISO, MOOV, headOf('mdat', 1, 2n ** 64n - 1n), Buffer.alloc(99)), DAMAGED],
  ['a head without its size of 64 bits', video(ISO, MOOV, MDAT, headOf('free', 1)), DAMAGED],
  ['a part of a head at the end', video(ISO, MOOV, MDAT, Buffer.alloc(5)), DAMAGED],
])('an MP4 with %s', async (_what, file, message) => {
  expect(await verdict(file)).toBe(message)
})

it.each([
  ['sizes that are known', video(webmHeader(), element(SEGMENT, inside)), undefined],
  [
    'a segment and a cluster of unknown size',
    video(webmHeader(), openElement(SEGMENT, video(element(TRACKS), openElement(CLUSTER, Buffer.alloc(99))))),
    undefined,
  ],
  ['padding before the segment', video(webmHeader(), element(0xec, Buffer.alloc(9)), element(SEGMENT, inside)), undefined],
  ['a segment of unknown size whose clusters have sizes', video(webmHeader(), openElement(SEGMENT, inside)), undefined],
  ['another document type', video(webmHeader('matroska'), element(SEGMENT, inside)), UNKNOWN],
  ['no segment', video(webmHeader(), element(0xec, Buffer.alloc(9))), DAMAGED],
  ['no tracks', video(webmHeader(), element(SEGMENT, element(CLUSTER))), DAMAGED],
  ['no cluster', video(webmHeader(), element(SEGMENT, video(element(TRACKS), element(INFO)))), DAMAGED],
  ['an element larger than the segment', video(webmHeader(), element(SEGMENT, inside.subarray(0, -5)), Buffer.alloc(99)), DAMAGED],
  ['tracks of unknown size', video(webmHeader(), element(SEGMENT, video(openElement(TRACKS, Buffer.alloc(9)), element(CLUSTER)))), DAMAGED],
  ['a size of 2^56 - 2', video(webmHeader(), Buffer.from('1853806701fffffffffffffe', 'hex'), inside), DAMAGED],
  ['an id of more than four bytes', video(webmHeader(), Buffer.from('0101010101', 'hex'), element(SEGMENT, inside)), DAMAGED],
  ['a size without a length', video(webmHeader(), Buffer.from('ec00', 'hex'), element(SEGMENT, inside)), DAMAGED],
  [
    'many elements before the segment',
    video(webmHeader(), ...Array.from({ length: 20 }, () => element(0xec)), element(SEGMENT, inside)),
    DAMAGED,
  ],
])('a WebM with %s', async (_what, file, message) => {
  expect(await verdict(file)).toBe(message)
})

const many = (bytes: readonly number[], count: number): Buffer => Buffer.alloc(bytes.length * count, Buffer.from(bytes))

it.each([
  ['MP4 of empty boxes', video(ISO, MOOV, MDAT, many([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], 1_000_000))],
  ['MP4 of 64-bit boxes', video(ISO, many([0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0, 0, 0, 16], 500_000))],
  ['MP4 of brands', video(headOf('ftyp', 4_000), many([0x78, 0x78, 0x78, 0x78], 1_000_000))],
  ['WebM of empty elements', video(webmHeader(), openElement(SEGMENT, many([0xec, 0x80], 4_000_000)))],
  ['WebM of long heads', video(webmHeader(), openElement(SEGMENT, many([0x10, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0], 500_000)))],
  ['WebM of document types', video(Buffer.from('1a45dfa3', 'hex'), many([0x42, 0x82, 0x84], 2_000_000))],
])('an %s is checked without blocking the event loop', { tags: 'nightly' }, async (_what, file) => {
  const block = await longestEventLoopBlock(() => verdict(file))
  expect(block).toBeLessThan(BLOCK_MAX_MS)
})
