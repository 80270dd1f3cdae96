import { formatPercent } from '@app/contracts/format/numbers.ts'
import { GRID } from './difference.ts'

/** A place is named if it contains at least this share of the changed cells. */
const MOSTLY = 2 / 3
const HALF = GRID / 2
const QUARTER = GRID / 4

type IsInside = (row: number, column: number) => boolean

const isUpper: IsInside = (row) => row < HALF
const isLeft: IsInside = (_, column) => column < HALF
const isInMiddle = (at: number): boolean => at >= QUARTER && at < GRID - QUARTER

/** The places of a picture, in the order in which they are considered. The first place with enough changed cells is named. */
const places: readonly (readonly [name: string, isInside: IsInside])[] = [
  ['in the upper left', (row, column) => isUpper(row, column) && isLeft(row, column)],
  ['in the upper right', (row, column) => isUpper(row, column) && !isLeft(row, column)],
  ['in the lower left', (row, column) => !isUpper(row, column) && isLeft(row, column)],
  ['in the lower right', (row, column) => !isUpper(row, column) && !isLeft(row, column)],
  ['in the upper half', isUpper],
  ['in the lower half', (row, column) => !isUpper(row, column)],
  ['in the left half', isLeft],
  ['in the right half', (row, column) => !isLeft(row, column)],
  ['in the middle', (row, column) => isInMiddle(row) && isInMiddle(column)],
]

/**
 * Describes how much of a picture has changed, and where, for example "12% changed, mostly in the upper right." `cells` is from
 * `changedCells`.
 */
export function describeDifference(cells: Uint8Array): string {
  const changed = [...cells.keys()].filter((at) => cells[at] === 1)
  if (changed.length === 0) return 'No visible difference.'
  const place = places.find(([, isInside]) => {
    const inside = changed.filter((at) => isInside(Math.floor(at / GRID), at % GRID))
    return inside.length >= changed.length * MOSTLY
  })
  return `${percentOf(changed.length / cells.length)} changed, ${place ? `mostly ${place[0]}` : 'all over the picture'}.`
}

/** Returns a share in percent. Only a share of 1 is rounded to 100%, and no share is rounded to 0%. */
function percentOf(share: number): string {
  if (share < 0.005) return `Less than ${formatPercent(0.01)}`
  return formatPercent(share < 1 ? Math.min(share, 0.99) : share)
}
