import type { MainColor } from '../types.ts'
import type { ColorPicture } from './grey-picture.ts'

/** Colors are counted in cells of 8 values a channel. */
const CELL_BITS = 3
/** A brand's color may cover as little as a button. */
const SHARE_MIN = 0.005
const COLORS_MAX = 24
/** Standard deviation of the brightness within a cell. In a photo, the values of a cell are spread evenly, with 2.3. */
const FLAT_MAX = 1.6

interface Cell {
  count: number
  red: number
  green: number
  blue: number
  /** Sums of the brightness and of its squares. */
  sum: number
  squares: number
}

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0')

const isFlat = ({ count, sum, squares }: Cell): boolean => squares / count - (sum / count) ** 2 <= FLAT_MAX ** 2

/** Returns the colors of a small copy of a picture, the most frequent first. The copy has pixels of the picture, not means of them. */
export function mainColors({ data, width, height }: ColorPicture): MainColor[] {
  const cells = new Map<number, Cell>()
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    const key = ((red >> CELL_BITS) << 16) | ((green >> CELL_BITS) << 8) | (blue >> CELL_BITS)
    const cell = cells.get(key) ?? { count: 0, red: 0, green: 0, blue: 0, sum: 0, squares: 0 }
    const brightness = (red + green + blue) / 3
    cell.count += 1
    cell.red += red
    cell.green += green
    cell.blue += blue
    cell.sum += brightness
    cell.squares += brightness * brightness
    cells.set(key, cell)
  }
  const pixels = width * height
  return [...cells.values()]
    .filter(({ count }) => count >= pixels * SHARE_MIN)
    .sort((one, other) => other.count - one.count)
    .slice(0, COLORS_MAX)
    .map((cell) => ({
      color: `#${hex(cell.red / cell.count)}${hex(cell.green / cell.count)}${hex(cell.blue / cell.count)}`,
      share: Math.round((cell.count / pixels) * 1_000) / 1_000,
      isFlat: isFlat(cell),
    }))
}
