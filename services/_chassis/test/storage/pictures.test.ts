import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BadFile, inspected } from '@app/chassis/storage/inspect.ts'
import { pictureCheck } from '@app/chassis/storage/pictures/check.ts'
import { sniff } from '@app/chassis/storage/sniff.ts'
import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { bmp, jpeg, png, svg } from '@app/chassis/testing/pictures.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const from = (base64: string): Buffer => Buffer.from(base64, 'base64')

const pictures: Readonly<Record<string, Buffer>> = {
  jpeg: jpeg(),
  png: png(),
  bmp: bmp(),
  svg: svg(),
  gif: from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  'lossy webp': from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  'lossless webp': from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
  'animated webp': from(
    'UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA',
  ),
  avif: from(
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  ),
}

const HTML = '<!doctype html><script>alert(1)</script>'.repeat(20)
const DAMAGED = 'This picture is damaged or incomplete. Please choose another one.'
const TOO_LARGE = 'This picture is too large: at most 12,000 pixels a side and 64 megapixels.'

/** Number of bytes at the start of a picture that determine its type, by type. 16 bytes for all other types. */
const begins: Readonly<Record<string, number>> = { png: 33, svg: 130 }

async function verdict(bytes: Buffer, chunkBytes = 1 << 16): Promise<string | undefined> {
  const type = (await sniff(bytes, 'mail-image')) ?? 'none'
  const check = pictureCheck(type)
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) await check.see(bytes.subarray(at, at + chunkBytes))
    check.end?.()
    return undefined
  } catch (error) {
    if (error instanceof BadFile) return error.message
    throw error
  }
}

function resized(bytes: Buffer, write: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  write(copy)
  return copy
}

describe.each(Object.entries(pictures))('a %s', (kind, picture) => {
  it.each([1, 2, 7, 1 << 16])('is accepted in chunks of %i bytes', async (chunkBytes) => {
    expect(await verdict(picture, chunkBytes)).toBeUndefined()
  })

  it('is rejected if its end is missing', async () => {
    expect(await verdict(picture.subarray(0, -2))).toBe(DAMAGED)
  })

  it('is rejected if HTML follows its first bytes', async () => {
    const begun = picture.subarray(0, begins[kind] ?? 16)
    expect(await verdict(Buffer.concat([begun, Buffer.from(HTML)]))).toBe(DAMAGED)
  })

  it('causes no unexpected error if any byte is changed', async () => {
    const breaking = fc.record({ at: fc.nat(picture.length - 1), byte: fc.nat(255), chunk: fc.integer({ min: 1, max: 50 }) })
    await fc.assert(
      fc.asyncProperty(breaking, async ({ at, byte, chunk }) => {
        const broken = resized(picture, (copy) => copy.writeUInt8(byte, at))
        if (await sniff(broken, 'mail-image'))
          expect(await verdict(broken, chunk)).toSatisfy(
            (words) => [undefined, DAMAGED, TOO_LARGE].includes(words) || words.startsWith('This drawing contains '),
          )
      }),
      { numRuns: 200 },
    )
  })
})

it.each([
  ['FF D8 FF and HTML', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(HTML)])],
  ['the first segment of a JPEG and HTML', Buffer.concat([jpeg().subarray(0, 60), Buffer.from(HTML)])],
  ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), png().subarray(-12)])],
])('%s is rejected as a picture', async (_what, bytes) => {
  expect(await verdict(bytes)).toBe(DAMAGED)
})

const { gif, avif } = pictures as { gif: Buffer; avif: Buffer }
const webp = (kind: string) => pictures[`${kind} webp`] as Buffer

it.each([
  ['png', png({ width: 60_000, height: 60_000 }), TOO_LARGE],
  ['png with a side that is too long', png({ width: 12_001 }), TOO_LARGE],
  ['png with too many pixels', png({ width: 8_001, height: 8_001 }), TOO_LARGE],
  ['png of the maximum size', png({ width: 8_000, height: 8_000 }), undefined],
  ['png of width 0', png({ width: 0 }), DAMAGED],
  ['jpeg', jpeg({ width: 60_000, height: 60_000 }), TOO_LARGE],
  ['jpeg of the maximum size', jpeg({ width: 12_000, height: 5_333 }), undefined],
  ['screen of a gif', resized(gif, (copy) => copy.writeUInt32LE(0xea60ea60, 6)), TOO_LARGE],
  ['frame of a gif', resized(gif, (copy) => copy.writeUInt32LE(0xea60ea60, 32)), TOO_LARGE],
  ['lossy webp', resized(webp('lossy'), (copy) => copy.writeUInt32LE(0x3fff3fff, 26)), TOO_LARGE],
  ['lossless webp', resized(webp('lossless'), (copy) => copy.writeUInt32LE(0x0fffffff, 21)), TOO_LARGE],
  ['canvas of a webp', resized(webp('animated'), (copy) => copy.writeUIntLE(0xffffff, 24, 3)), TOO_LARGE],
  ['frame of a webp', resized(webp('animated'), (copy) => copy.writeUIntLE(0xffffff, 58, 3)), TOO_LARGE],
  ['bmp', resized(bmp(), (copy) => copy.writeInt32LE(60_000, 18)), TOO_LARGE],
  ['avif', resized(avif, (copy) => copy.writeUInt32BE(60_000, avif.indexOf('ispe') + 8)), TOO_LARGE],
])('checks the dimensions: %s', async (_what, bytes, message) => {
  expect(await verdict(bytes)).toBe(message)
})

it('a GIF without a trailer is accepted, and so is data after the end of a picture', async () => {
  expect(await verdict(gif.subarray(0, -1))).toBeUndefined()
  expect(await verdict(Buffer.concat([jpeg(), Buffer.from('a second picture')]))).toBeUndefined()
})

it('an inspector that rejects the file makes the stream fail', async () => {
  const source = Readable.from([png({ width: 60_000 })], { objectMode: false })
  const refused = text(inspected(source, [pictureCheck('image/png')]))
  await expect(refused).rejects.toThrow(TOO_LARGE)
})

function nestedBoxes(count: number): Buffer {
  const box = (size: number, type: string): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(size)
    head.write(type, 4, 'latin1')
    return head
  }
  const boxes = Array.from({ length: count }, (_, depth) => box(8 * (count - depth), 'iprp'))
  return Buffer.concat([avif.subarray(0, 32), ...boxes])
}

function nestedFrames(count: number): Buffer {
  const frames = Array.from({ length: count }, (_, depth) => {
    const head = Buffer.alloc(24)
    head.write('ANMF', 'latin1')
    head.writeUInt32LE(24 * (count - depth) - 8, 4)
    return head
  })
  const riff = Buffer.alloc(12)
  riff.write('RIFF', 'latin1')
  riff.writeUInt32LE(4 + 24 * count, 4)
  riff.write('WEBP', 8, 'latin1')
  return Buffer.concat([riff, ...frames])
}

const many = (bytes: readonly number[], count: number): Buffer => Buffer.alloc(bytes.length * count, Buffer.from(bytes))

it.each([
  ['avif of nested boxes', nestedBoxes(100_000)],
  ['avif of empty boxes', Buffer.concat([avif.subarray(0, 32), many([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], 500_000)])],
  ['webp of nested frames', nestedFrames(100_000)],
  ['webp of empty chunks', Buffer.concat([webp('animated').subarray(0, 30), many([0x61, 0x61, 0x61, 0x61, 0, 0, 0, 0], 500_000)])],
  ['gif of small blocks', Buffer.concat([gif.subarray(0, 32), many([1, 0], 2_000_000)])],
  ['jpeg of markers', Buffer.concat([jpeg().subarray(0, -2), many([0xff, 0xd0], 2_000_000)])],
  ['jpeg of padding bytes', Buffer.concat([jpeg().subarray(0, -2), many([0xff], 4_000_000)])],
  ['png of empty chunks', Buffer.concat([png().subarray(0, 33), many([0, 0, 0, 0, 0x61, 0x61, 0x61, 0x61, 0, 0, 0, 0], 300_000)])],
])('a %s is checked without blocking the event loop', async (_what, bytes) => {
  const block = await longestEventLoopBlock(async () => {
    const check = pictureCheck((await sniff(bytes, 'mail-image')) ?? 'none')
    try {
      for (let at = 0; at < bytes.length; at += 1 << 16) {
        await check.see(bytes.subarray(at, at + (1 << 16)))
        await nextTurn()
      }
      check.end?.()
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
    }
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
})
