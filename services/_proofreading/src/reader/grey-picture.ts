import { open } from '@app/chassis/storage/pictures/library.ts'

/** A picture with one byte a pixel. */
export interface GreyPicture {
  data: Buffer
  width: number
  height: number
}

/** A picture with three bytes a pixel, in sRGB. */
export interface ColorPicture {
  data: Buffer
  width: number
  height: number
}

/** Brightness as the eye sees it. */
export const luma = (red: number, green: number, blue: number): number => (red * 299 + green * 587 + blue * 114) / 1_000

/** Returns a picture whose pixels are computed from the three colors of each pixel. */
export function toGrey(
  { data, width, height }: ColorPicture,
  brightnessOf: (red: number, green: number, blue: number) => number,
): GreyPicture {
  const grey = Buffer.allocUnsafe(width * height)
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += 3) {
    grey[pixel] = brightnessOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
  }
  return { data: grey, width, height }
}

export const openGrey = ({ data, width, height }: GreyPicture) => open(data, { raw: { width, height, channels: 1 } })

/** Returns the picture as a PGM file, which needs no compression. */
export const toPgm = ({ data, width, height }: GreyPicture): Buffer => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])
