import { box, fileType } from '@app/chassis/testing/videos.ts'
import { expect, it } from 'vitest'
import { isHardToPlay } from './video-codec.ts'

const withCodec = (codec: string, { padding = 0 } = {}): Blob => {
  const entry = Buffer.concat([Buffer.alloc(8), box(codec, Buffer.alloc(20))])
  return new Blob([fileType('isom'), box('mdat', Buffer.alloc(padding)), box('moov', box('trak', box('stsd', entry)))])
}

it.each(['hvc1', 'hev1', 'ap4h', 'mp4v'])('%s is hard to play, wherever the index of the video is', async (codec) => {
  expect(await isHardToPlay(withCodec(codec, { padding: 100_000 }))).toBe(true)
})

it.each(['avc1', 'av01', 'vp09'])('%s is not', async (codec) => expect(await isHardToPlay(withCodec(codec))).toBe(false))

it('a file that is no MP4 file is not', async () => {
  expect(await isHardToPlay(new Blob(['hvc1 stsd stsd stsd hvc1']))).toBe(false)
  expect(await isHardToPlay(new Blob([fileType('isom'), Buffer.alloc(64)]))).toBe(false)
})
