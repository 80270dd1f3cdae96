/** Number of cells in a row and in a column of the grid on which two pictures are compared. */
export const GRID = 64
/** Number of samples in a row and in a column of a cell. A sample is a pixel of the scaled picture. */
const CELL = 8
/** Width and height of the scaled pictures, in samples. */
export const SIDE = GRID * CELL

/** Bytes of a sample: red, green, blue and alpha. */
const BYTES = 4
/**
 * A cell has changed if a color channel of at least `SAMPLES_MIN` samples differs by `SAMPLE_DIFFERENCE` or more, for example because of
 * thin letters. A cell has also changed if the mean of a channel differs by `MEAN_DIFFERENCE` or more, for example because of a slightly
 * different background color. Channels have values from 0 to 255. Smaller differences can be artifacts of JPEG compression.
 */
const SAMPLE_DIFFERENCE = 40
const SAMPLES_MIN = 2
const MEAN_DIFFERENCE = 6

/**
 * Compares two pictures, each with `SIDE` × `SIDE` RGBA samples. Returns a byte for each cell of the grid, row by row: 1 if the cell has
 * changed, otherwise 0. The alpha channel is ignored.
 */
export function changedCells(before: Uint8ClampedArray, after: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const cells = new Uint8Array(GRID * GRID)
  for (let row = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++) {
      if (hasChanged(before, after, row * CELL, column * CELL)) cells[row * GRID + column] = 1
    }
  }
  return cells
}

/** Whether the cell whose first sample is at (`left`, `top`) has changed. */
function hasChanged(before: Uint8ClampedArray, after: Uint8ClampedArray, top: number, left: number): boolean {
  const sums = [0, 0, 0]
  let changedSamples = 0
  for (let y = top; y < top + CELL; y++) {
    for (let x = left; x < left + CELL; x++) {
      const at = (y * SIDE + x) * BYTES
      let greatest = 0
      for (let channel = 0; channel < sums.length; channel++) {
        const difference = (after[at + channel] ?? 0) - (before[at + channel] ?? 0)
        sums[channel] = (sums[channel] ?? 0) + difference
        greatest = Math.max(greatest, Math.abs(difference))
      }
      if (greatest >= SAMPLE_DIFFERENCE) changedSamples += 1
    }
  }
  return changedSamples >= SAMPLES_MIN || sums.some((sum) => Math.abs(sum) >= MEAN_DIFFERENCE * CELL * CELL)
}
