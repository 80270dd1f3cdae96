/** Codecs in MP4 files that some current browsers cannot play: HEVC, Dolby Vision, ProRes, MPEG-4 Part 2 (the registry mp4ra.org). */
const HARD: ReadonlySet<string> = new Set('hvc1 hev1 dvh1 dvhe apcn apch apcs apco ap4h ap4x mp4v'.split(' '))
/** The other codecs of videos: H.264, AV1, VP8 and VP9. */
const COMMON: ReadonlySet<string> = new Set('avc1 avc3 av01 vp08 vp09'.split(' '))

const HEAD_BYTES = 16
const BOXES_MAX = 1_000
/** The index of a video of a few minutes has less than a megabyte. */
const INDEX_MAX_BYTES = 16 * 1024 * 1024
/** Number of bytes between the type `stsd` of a box and the codec of its first entry. */
const TO_CODEC = 16

/** Returns the index (`moov`) of an MP4 file. Undefined for another file, or if the index is very large. */
async function indexOf(file: Blob): Promise<Uint8Array | undefined> {
  let at = 0
  for (let count = 0; count < BOXES_MAX && at + HEAD_BYTES <= file.size; count += 1) {
    const head = new DataView(await file.slice(at, at + HEAD_BYTES).arrayBuffer())
    const type = String.fromCharCode(head.getUint8(4), head.getUint8(5), head.getUint8(6), head.getUint8(7))
    if (count === 0 && type !== 'ftyp') return undefined
    const short = head.getUint32(0)
    const size = short === 1 ? Number(head.getBigUint64(8)) : short
    if (type === 'moov') return size <= INDEX_MAX_BYTES ? new Uint8Array(await file.slice(at, at + size).arrayBuffer()) : undefined
    if (size < HEAD_BYTES / 2) return undefined
    at += size
  }
  return undefined
}

/** Whether some current browsers cannot play videos with this codec, for example HEVC, the format of iPhones. */
export const isHardToPlay = (codec: string | undefined): boolean => codec !== undefined && HARD.has(codec)

/** Returns the codec of the video in an MP4 file, for example "hvc1". With several videos, one that is hard to play counts. */
export async function videoCodecOf(file: Blob): Promise<string | undefined> {
  const index = (await indexOf(file)) ?? new Uint8Array()
  const text = new TextDecoder('latin1').decode(index)
  let common: string | undefined
  for (let at = text.indexOf('stsd'); at >= 0; at = text.indexOf('stsd', at + 1)) {
    const codec = text.slice(at + TO_CODEC, at + TO_CODEC + 4)
    if (HARD.has(codec)) return codec
    if (COMMON.has(codec)) common ??= codec
  }
  return common
}
