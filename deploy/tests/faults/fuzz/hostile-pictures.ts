import { jpeg, png } from '@app/chassis/testing/pictures.ts'

/** Slightly less than the limit for pictures, 10 MB. */
const BYTES = 9_900_000

const repeated = (piece: Buffer, count: number): Buffer => Buffer.alloc(piece.length * count, piece)
const gifHead = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1')
/** A frame of one pixel. */
const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0])
/** An ancillary chunk without data. */
const emptyChunk = Buffer.from([0, 0, 0, 0, 0x61, 0x61, 0x41, 0x61, 0, 0, 0, 0])

/** Pictures that take a parser long: many small parts, within the size limit. Add a picture here when another one is found. */
export const hostilePictures: readonly (readonly [what: string, make: () => Buffer])[] = [
  ['a JPEG that goes on with FF bytes', () => Buffer.concat([jpeg().subarray(0, -2), Buffer.alloc(BYTES, 0xff)])],
  ['a JPEG that begins with FF bytes', () => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(BYTES, 0xff)])],
  ['a GIF of one-byte blocks', () => Buffer.concat([gifHead, Buffer.from([0x21, 0xff]), repeated(Buffer.from([1, 0x61]), BYTES / 2)])],
  ['a GIF of 650,000 frames', () => Buffer.concat([gifHead, repeated(frame, 650_000), Buffer.from([0x3b])])],
  ['a PNG of 700,000 chunks', () => Buffer.concat([png().subarray(0, 33), repeated(emptyChunk, 700_000)])],
]
