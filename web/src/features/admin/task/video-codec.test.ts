import { expect, it } from 'vitest'
import { isHardToPlay } from './video-codec.ts'

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

it.each(['hvc1', 'hev1', 'ap4h', 'mp4v'])('%s is hard to play, wherever the index of the video is', async (codec) => {
  expect(await isHardToPlay(withCodec(codec, { padding: 100_000 }))).toBe(true)
})

it.each(['avc1', 'av01', 'vp09'])('%s is not', async (codec) => expect(await isHardToPlay(withCodec(codec))).toBe(false))

it('a file that is no MP4 file is not', async () => {
  expect(await isHardToPlay(new Blob(['hvc1 stsd stsd stsd hvc1']))).toBe(false)
  expect(await isHardToPlay(new Blob([fileType, Buffer.alloc(64)]))).toBe(false)
})
