import { contentMaxBytes } from '@app/contracts/rules/previews.ts'
import { skip, skipToEnd, take, takeOrEnd, type Walk } from '../walk.ts'
import { checkElementCount, damagedVideo } from './bad-video.ts'

/** Ids of elements (RFC 8794 and RFC 9559), with their length markers. */
const HEADER = 0x1a45dfa3
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675

const ID_MAX_BYTES = 4
const SIZE_MAX_BYTES = 8
/** Maximum number of elements before the segment. These elements are the header and sometimes padding. */
const ELEMENTS_BEFORE_SEGMENT_MAX = 16

/** The id of the element DocType, whose value is `webm`. Other Matroska files have the value `matroska`. */
const DOC_TYPE = Buffer.from([0x42, 0x82])
/** Maximum number of bytes of the element DocType: its id, its length field and its value. Length field and value may be padded. */
const DOC_TYPE_BYTES = 14

/** Returns whether the file begins with a header whose document type is `webm`. */
export function beginsAsWebm(head: Buffer): boolean {
  if (head.length < 4 || head.readUInt32BE(0) !== HEADER) return false
  const at = head.indexOf(DOC_TYPE)
  return at > 0 && head.subarray(at, at + DOC_TYPE_BYTES).includes('webm')
}

interface Element {
  id: number
  /** Size of the content. Infinity if the size is unknown, as in files of live encoders. */
  bytes: number
  headBytes: number
}

type Part<T> = Generator<ReturnType<typeof take>, T, Buffer>

/** Returns the length of a variable-length integer: the number of leading zero bits of its first byte, plus one. */
const lengthOf = (first: number): number => Math.clz32(first) - 23

/** Reads all bytes of an integer except its first byte. `length` is the number of all bytes. */
function* rest(length: number): Part<Buffer> {
  return length === 1 ? Buffer.alloc(0) : Buffer.from(yield take(length - 1))
}

const joined = (first: number, others: Buffer): number => others.reduce((value, byte) => value * 256 + byte, first)

/** Reads the id and the size of an element whose first byte was read. */
function* elementFrom(first: number): Part<Element> {
  const idBytes = lengthOf(first)
  if (idBytes > ID_MAX_BYTES) throw damagedVideo()
  const id = joined(first, yield* rest(idBytes))
  const firstOfSize = (yield take(1)).readUInt8()
  const sizeBytes = lengthOf(firstOfSize)
  if (sizeBytes > SIZE_MAX_BYTES) throw damagedVideo()
  const mask = 0xff >> sizeBytes
  const others = yield* rest(sizeBytes)
  const isUnknown = (firstOfSize & mask) === mask && others.every((byte) => byte === 0xff)
  const bytes = isUnknown ? Number.POSITIVE_INFINITY : joined(firstOfSize & mask, others)
  if (!isUnknown && bytes > contentMaxBytes.video) throw damagedVideo()
  return { id, bytes, headBytes: idBytes + sizeBytes }
}

/** Walks through the elements of the segment. A cluster of unknown size extends to the end of the file. */
function* segment(bytes: number): Walk {
  const found = new Set<number>()
  let left = bytes
  for (let count = 0; left > 0; count++) {
    const [first] = bytes === Number.POSITIVE_INFINITY ? yield takeOrEnd(1) : yield take(1)
    if (first === undefined) break
    const element = yield* elementFrom(first)
    checkElementCount(count)
    found.add(element.id)
    if (element.bytes === Number.POSITIVE_INFINITY) {
      if (element.id !== CLUSTER) throw damagedVideo()
      yield skipToEnd
      break
    }
    left -= element.headBytes + element.bytes
    if (left < 0) throw damagedVideo()
    yield skip(element.bytes)
  }
  if (!found.has(TRACKS) || !found.has(CLUSTER)) throw damagedVideo()
}

/** Checks a WebM file: a header, and a segment that contains tracks and clusters and does not end too early. */
export function* webm(): Walk {
  for (let count = 0; count < ELEMENTS_BEFORE_SEGMENT_MAX; count++) {
    const { id, bytes } = yield* elementFrom((yield take(1)).readUInt8())
    if (id === SEGMENT) {
      yield* segment(bytes)
      if (Number.isFinite(bytes)) yield skipToEnd
      return
    }
    if (bytes === Number.POSITIVE_INFINITY) throw damagedVideo()
    yield skip(bytes)
  }
  throw damagedVideo()
}
