import { contentMaxBytes } from '@app/contracts/rules/previews.ts'
import { skip, skipToEnd, take, takeOrEnd, type Walk } from '../walk.ts'
import { checkElementCount, damagedVideo } from './bad-video.ts'

/** Brands of MP4 files (ISO 14496-12, and the registry mp4ra.org) with a video that browsers may be able to play. */
const brands: ReadonlySet<string> = new Set([
  ...'isom iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 isoa mp41 mp42 mp71 avc1 hvc1 av01 M4VH M4VP MSNV mmp4 dash cmfc cmf2'.split(' '),
  'M4V ',
])
/** Brands of files without video. Such files also list a brand of MP4. */
const audioBrands: ReadonlySet<string> = new Set(['M4A ', 'M4B ', 'M4P '])

const BRAND_BYTES = 4
/** Number of bytes of a box's head, which consists of the box's size (32 bits) and type. */
const HEAD_BYTES = 8
/** Number of bytes of a head whose size field is 1. In such a head, the box's size follows the type, in 64 bits. */
const LONG_HEAD_BYTES = 16

/**
 * Returns whether the file begins with an `ftyp` box that has a known brand. The box contains the main
 * brand, its version, and then further brands.
 */
export function beginsAsMp4(head: Buffer): boolean {
  if (head.length < 2 * HEAD_BYTES || head.toString('latin1', BRAND_BYTES, HEAD_BYTES) !== 'ftyp') return false
  const end = Math.min(head.readUInt32BE(0), head.length)
  const named: string[] = []
  for (let at = HEAD_BYTES; at + BRAND_BYTES <= end; at += BRAND_BYTES) named.push(head.toString('latin1', at, at + BRAND_BYTES))
  const [main = ''] = named
  return !audioBrands.has(main) && named.some((brand) => brands.has(brand))
}

/** Checks an MP4 file: boxes from `ftyp` to the end of the file, which include the index (`moov`) and media data (`mdat`). */
export function* mp4(): Walk {
  const found = new Set<string>()
  for (let count = 0; ; count++) {
    const head = yield takeOrEnd(HEAD_BYTES)
    if (head.length === 0) break
    const type = head.toString('latin1', BRAND_BYTES)
    checkElementCount(count)
    if ((count === 0) !== (type === 'ftyp')) throw damagedVideo()
    found.add(type)
    let size = head.readUInt32BE(0)
    let headBytes = HEAD_BYTES
    if (size === 1) {
      size = Number((yield take(LONG_HEAD_BYTES - HEAD_BYTES)).readBigUInt64BE())
      headBytes = LONG_HEAD_BYTES
    }
    // The size 0 means that the box extends to the end of the file.
    if (size === 0) {
      yield skipToEnd
      break
    }
    if (size < headBytes || size > contentMaxBytes.video) throw damagedVideo()
    yield skip(size - headBytes)
  }
  if (!found.has('moov') || !found.has('mdat')) throw damagedVideo()
}
