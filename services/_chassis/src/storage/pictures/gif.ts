import { skip, take, takeOrEnd, type Walk } from '../walk.ts'
import { checkDimensions, damaged } from './bad-picture.ts'

const IMAGE = 0x2c
const EXTENSION = 0x21
const TRAILER = 0x3b

function* colorTable(flags: number): Walk {
  if (flags & 0x80) yield skip(3 * 2 ** ((flags & 7) + 1))
}

function* subBlocks(): Walk {
  for (;;) {
    const length = (yield take(1)).readUInt8()
    if (length === 0) return
    yield skip(length)
  }
}

/** Checks a GIF file: a screen descriptor, then images and extensions up to the trailer. Some programs omit the trailer. */
export function* gif(): Walk {
  yield skip(6)
  const screen = yield take(7)
  checkDimensions(screen.readUInt16LE(0), screen.readUInt16LE(2))
  yield* colorTable(screen.readUInt8(4))
  let hasImage = false
  for (;;) {
    const [kind = TRAILER] = yield takeOrEnd(1)
    if (kind === TRAILER && hasImage) return
    if (kind === IMAGE) {
      const image = yield take(9)
      checkDimensions(image.readUInt16LE(4), image.readUInt16LE(6))
      yield* colorTable(image.readUInt8(8))
      hasImage = true
    } else if (kind !== EXTENSION) throw damaged()
    // Skips the code size of an image, or the label of an extension.
    yield skip(1)
    yield* subBlocks()
  }
}
