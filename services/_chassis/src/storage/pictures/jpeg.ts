import { find, skip, take, type Walk } from '../walk.ts'
import { checkDimensions, damaged } from './bad-picture.ts'

const MARK = 0xff
const END = 0xd9
const SCAN = 0xda

const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
/** Whether a marker is part of a scan's data: an escaped FF byte, or a restart marker. */
const isOfScan = (code: number): boolean => code === 0 || (code >= 0xd0 && code <= 0xd7)
const hasSegment = (code: number): boolean => code >= 0xc0 && code !== 0xd8 && !isOfScan(code)

type Part<T> = Generator<ReturnType<typeof take>, T, Buffer>

/** Reads the code of a marker whose first FF byte was already read. Further FF bytes are padding. */
function* codeOfMarker(): Part<number> {
  let code = MARK
  while (code === MARK) code = (yield take(1)).readUInt8()
  return code
}

function* nextMarker(): Part<number> {
  if ((yield take(1)).readUInt8() !== MARK) throw damaged()
  return yield* codeOfMarker()
}

function* markerAfterScan(): Part<number> {
  for (;;) {
    yield find(MARK)
    const code = yield* codeOfMarker()
    if (!isOfScan(code)) return code
  }
}

/** Checks a JPEG file: segments up to the end marker, with a frame header before the first scan. */
export function* jpeg(): Walk {
  yield skip(2)
  let hasFrame = false
  let hasScan = false
  for (let code = yield* nextMarker(); code !== END; ) {
    if (!hasSegment(code)) throw damaged()
    let left = (yield take(2)).readUInt16BE() - 2
    if (isFrame(code)) {
      const frame = yield take(6)
      checkDimensions(frame.readUInt16BE(3), frame.readUInt16BE(1))
      hasFrame = true
      left -= 6
    }
    if (left < 0 || (code === SCAN && !hasFrame)) throw damaged()
    yield skip(left)
    if (code === SCAN) hasScan = true
    code = code === SCAN ? yield* markerAfterScan() : yield* nextMarker()
  }
  if (!hasScan) throw damaged()
}
