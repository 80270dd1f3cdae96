import { expect, it } from 'vitest'
import { isHardToPlay, videoCodecOf } from './video-codec.ts'

/** Returns a box of an MP4 file. */
function box(type: string, content: Uint8Array): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const fileType = box('ftyp', Buffer.from('isom\0\0\u0002\0', 'latin1'))

const withCodec = (codec: string, { padding = 0 } = {}): Blob => {
  const entry = Buffer.concat([Buffer.alloc(8), box(codec, Buffer.alloc(20))])
  return new Blob([fileType, box('mdat', Buffer.alloc(padding)), box('moov', box('trak', box('stsd', entry)))])
}

it.each([
  ['hvc1', true],
  ['hev1', true],
  ['ap4h', true],
  ['mp4v', true],
  ['avc1', false],
  ['av01', false],
  ['vp09', false],
])('the codec %s is found, wherever the index of the video is; is it hard to play: %s', async (codec, isHard) => {
  expect(await videoCodecOf(withCodec(codec, { padding: 100_000 }))).toBe(codec)
  expect(isHardToPlay(codec)).toBe(isHard)
})

it('the codec of a sound, and of a file that is no MP4 file, is not found', async () => {
  expect(await videoCodecOf(withCodec('mp4a'))).toBeUndefined()
  expect(await videoCodecOf(new Blob(['hvc1 stsd stsd stsd hvc1']))).toBeUndefined()
  expect(await videoCodecOf(new Blob([fileType, Buffer.alloc(64)]))).toBeUndefined()
})
