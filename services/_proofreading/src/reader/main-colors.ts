import type { MainColor } from '../types.ts'
import type { ColorPicture } from './grey-picture.ts'

/** Colors are counted in cells of 8 values a channel. */
const CELL_BITS = 3
/** A brand's color may cover as little as a button. */
const SHARE_MIN = 0.005
const COLORS_MAX = 24
/** Compression changes a channel of a surface in one color by at most this. */
const SAME_MAX = 4

type Color = [red: number, green: number, blue: number]

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0')

/** Returns the means of the cells with most pixels. */
function frequentColors(data: Buffer, pixels: number): Color[] {
  const cells = new Map<number, [count: number, ...Color]>()
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    const key = ((red >> CELL_BITS) << 16) | ((green >> CELL_BITS) << 8) | (blue >> CELL_BITS)
    const cell = cells.get(key)
    if (cell) {
      cell[0] += 1
      cell[1] += red
      cell[2] += green
      cell[3] += blue
    } else cells.set(key, [1, red, green, blue])
  }
  return [...cells.values()]
    .filter(([count]) => count >= pixels * SHARE_MIN)
    .sort(([one], [other]) => other - one)
    .slice(0, COLORS_MAX)
    .map(([count, red, green, blue]) => [red / count, green / count, blue / count])
}

/** Returns the part of the pixels that have a color. */
function shareOf(data: Buffer, [red, green, blue]: Color): number {
  let count = 0
  for (let at = 0; at < data.length; at += 3) {
    const isSame =
      Math.abs((data[at] ?? 0) - red) <= SAME_MAX &&
      Math.abs((data[at + 1] ?? 0) - green) <= SAME_MAX &&
      Math.abs((data[at + 2] ?? 0) - blue) <= SAME_MAX
    if (isSame) count += 1
  }
  return count / (data.length / 3)
}

/** Returns the colors of a small copy of a picture, the most frequent first. The copy has pixels of the picture, not means of them. */
export const mainColors = ({ data, width, height }: ColorPicture): MainColor[] =>
  frequentColors(data, width * height).map((color) => ({
    color: `#${color.map(hex).join('')}`,
    share: Math.round(shareOf(data, color) * 1_000) / 1_000,
  }))
