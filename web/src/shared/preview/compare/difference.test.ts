import { describe, expect, it } from 'vitest'
import { describeDifference } from './describe-difference.ts'
import { changedCells, GRID, SIDE } from './difference.ts'

/** Returns the samples of a picture. `brightness` returns the value of all color channels of a sample, 0 to 255. */
function pictureOf(brightness: (x: number, y: number) => number): Uint8ClampedArray {
  const samples = new Uint8ClampedArray(SIDE * SIDE * 4).fill(255)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) samples.fill(brightness(x, y), (y * SIDE + x) * 4, (y * SIDE + x) * 4 + 3)
  }
  return samples
}

const gray = pictureOf(() => 128)
const countOf = (cells: Uint8Array): number => cells.reduce((sum, cell) => sum + cell, 0)

/** Returns the cells of a grid in which a block has changed. All numbers are in cells. */
function blockAt(left: number, top: number, width: number, height = width): Uint8Array {
  const cells = new Uint8Array(GRID * GRID)
  for (let row = top; row < top + height; row++) cells.fill(1, row * GRID + left, row * GRID + left + width)
  return cells
}

describe('changed cells', () => {
  it('identical pictures have none', () => {
    expect(
      countOf(
        changedCells(
          gray,
          pictureOf(() => 128),
        ),
      ),
    ).toBe(0)
  })

  it('they are exactly those that a changed block touches', () => {
    const block = pictureOf((x, y) => (x >= 400 && x < 480 && y >= 80 && y < 120 ? 20 : 128))
    expect(changedCells(gray, block)).toEqual(blockAt(50, 10, 10, 5))
  })

  it('noise as in a compressed picture changes none', () => {
    const noise = pictureOf((x, y) => 128 + ((x * 7 + y * 13) % 21) - 10)
    expect(countOf(changedCells(gray, noise))).toBe(0)
  })

  it('a thin line changes its cells', () => {
    expect(
      changedCells(
        gray,
        pictureOf((x) => (x === 100 ? 60 : 128)),
      ),
    ).toEqual(blockAt(12, 0, 1, GRID))
  })

  it('a single sample changes none, but a slightly brighter area does', () => {
    expect(
      countOf(
        changedCells(
          gray,
          pictureOf((x, y) => (x === 9 && y === 9 ? 255 : 128)),
        ),
      ),
    ).toBe(0)
    expect(
      changedCells(
        gray,
        pictureOf((x) => (x < SIDE / 2 ? 134 : 128)),
      ),
    ).toEqual(blockAt(0, 0, GRID / 2, GRID))
  })

  it('a change of one color channel is found, and the alpha channel is ignored', () => {
    const redder = gray.map((value, at) => (at % 4 === 0 ? value + 8 : value))
    expect(countOf(changedCells(gray, redder))).toBe(GRID * GRID)
    const transparent = gray.map((value, at) => (at % 4 === 3 ? 0 : value))
    expect(countOf(changedCells(gray, transparent))).toBe(0)
  })
})

describe('the difference in words', () => {
  it('a block in a quadrant is named by this quadrant, wherever it is', () => {
    for (const [top, upper] of [
      [0, 'upper'],
      [24, 'upper'],
      [32, 'lower'],
      [56, 'lower'],
    ] as const) {
      for (const [left, side] of [
        [0, 'left'],
        [24, 'left'],
        [32, 'right'],
        [56, 'right'],
      ] as const) {
        expect(describeDifference(blockAt(left, top, 8))).toBe(`2% changed, mostly in the ${upper} ${side}.`)
      }
    }
  })

  it.each([
    ['the whole upper right quadrant', blockAt(32, 0, 32), '25% changed, mostly in the upper right.'],
    ['a bar at the top', blockAt(0, 0, 64, 8), '13% changed, mostly in the upper half.'],
    ['a bar at the bottom', blockAt(0, 56, 64, 8), '13% changed, mostly in the lower half.'],
    ['a bar at the left edge', blockAt(0, 0, 8, 64), '13% changed, mostly in the left half.'],
    ['a bar at the right edge', blockAt(56, 0, 8, 64), '13% changed, mostly in the right half.'],
    ['a block in the center', blockAt(28, 28, 8), '2% changed, mostly in the middle.'],
    ['everything', blockAt(0, 0, 64), '100% changed, all over the picture.'],
    ['everything except one cell', blockAt(0, 0, 64).fill(0, 0, 1), '99% changed, all over the picture.'],
    ['one cell', blockAt(0, 63, 1), 'Less than 1% changed, mostly in the lower left.'],
    ['nothing', blockAt(0, 0, 0), 'No visible difference.'],
  ])('%s', (_, cells, words) => {
    expect(describeDifference(cells)).toBe(words)
  })

  it('scattered changes do not move the place away from most of the change', () => {
    const cells = blockAt(40, 8, 16)
    for (let at = 0; at < 64; at++) cells[at * GRID + (at % 16)] = 1
    expect(describeDifference(cells)).toBe('8% changed, mostly in the upper right.')
  })
})
