import type { MainColor } from '../types.ts'
import type { ColorPicture } from './grey-picture.ts'

/** Colors are counted in cells of 16 values a channel. */
const CELL_BITS = 4
/** A brand's color may cover as little as a button. */
const SHARE_MIN = 0.005
const COLORS_MAX = 24

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0')

/** Returns the colors of a small copy of a picture, the most frequent first. */
export function mainColors({ data, width, height }: ColorPicture): MainColor[] {
  const cells = new Map<number, [count: number, red: number, green: number, blue: number]>()
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
  const pixels = width * height
  return [...cells.values()]
    .filter(([count]) => count >= pixels * SHARE_MIN)
    .sort(([a], [b]) => b - a)
    .slice(0, COLORS_MAX)
    .map(([count, red, green, blue]) => ({
      color: `#${hex(red / count)}${hex(green / count)}${hex(blue / count)}`,
      share: Math.round((count / pixels) * 1_000) / 1_000,
    }))
}
