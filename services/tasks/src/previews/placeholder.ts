import type { ContentKind } from '@app/contracts/rules/previews.ts'
import { pictureLibrary } from './scale-picture.ts'

const WIDTH = 640
const HEIGHT = 360
/** Grey levels of the background and the symbol. */
const [BACKGROUND, SYMBOL] = [96, 255]

/** Whether a pixel, relative to the center, belongs to the symbol: a triangle that points right for a video, an upright sheet otherwise. */
const isInSymbol: Readonly<Record<Exclude<ContentKind, 'image'>, (x: number, y: number) => boolean>> = {
  video: (x, y) => x > -50 && Math.abs(y) < (70 - x) / 2,
  pdf: (x, y) => Math.abs(x) < 60 && Math.abs(y) < 80,
}

/** Returns the picture of a video or PDF file without a poster, as a JPEG. */
export async function placeholder(kind: keyof typeof isInSymbol): Promise<Buffer> {
  const isSymbol = isInSymbol[kind]
  const pixels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    isSymbol((at % WIDTH) - WIDTH / 2, Math.floor(at / WIDTH) - HEIGHT / 2) ? SYMBOL : BACKGROUND,
  )
  const sharp = await pictureLibrary()
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .jpeg()
    .toBuffer()
}
