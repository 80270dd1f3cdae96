const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b]
const HEADER_BYTES = 13
const IMAGE_BYTES = 10

/** Size of a color table in bytes, from the flags of the screen or of an image. */
const tableBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Returns whether a GIF contains all of its blocks. The decoder also shows a GIF whose end is missing. Some programs omit the trailer. */
export function hasAllBlocks(gif: Buffer): boolean {
  let at = HEADER_BYTES + tableBytes(gif[10])
  while (at < gif.length && gif[at] !== TRAILER) {
    if (gif[at] === IMAGE) at += IMAGE_BYTES + tableBytes(gif[at + 9]) + 1
    else if (gif[at] === EXTENSION) at += 2
    else return false
    for (let length = gif[at]; length !== 0; length = gif[at]) {
      if (length === undefined) return false
      at += length + 1
    }
    at += 1
  }
  return at <= gif.length
}
