import type { GreyPicture } from './grey-picture.ts'

/** Side of the copy of the picture from which the hash is computed. */
export const HASHED_SIDE = 32
const SIDE = 8

/** Row `frequency` of the discrete cosine transform. */
const waves = Array.from({ length: SIDE + 1 }, (_, frequency) =>
  Float64Array.from({ length: HASHED_SIDE }, (__, at) => Math.cos((Math.PI / HASHED_SIDE) * (at + 0.5) * frequency)),
)

/**
 * Returns the perceptual hash (pHash, 64 bits) of a copy of a picture with 32 × 32 pixels, as 16 hexadecimal digits. Each bit says whether
 * a low frequency of the picture is above the median, so compression, scaling and small changes leave most bits as they are.
 */
export function pictureHash({ data }: GreyPicture): string {
  const rows = Array.from({ length: HASHED_SIDE }, (_, y) =>
    waves.map((wave) => wave.reduce((sum, factor, x) => sum + factor * (data[y * HASHED_SIDE + x] ?? 0), 0)),
  )
  // The frequency 0 is the brightness, which does not matter.
  const coefficients = waves.slice(1).flatMap((wave) => {
    const columns = Array.from({ length: SIDE }, (_, column) => column + 1)
    return columns.map((column) => wave.reduce((sum, factor, y) => sum + factor * (rows[y]?.[column] ?? 0), 0))
  })
  const median = coefficients.toSorted((a, b) => a - b)[coefficients.length / 2] ?? 0
  const bits = coefficients.map((value) => (value > median ? '1' : '0')).join('')
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0')
}

/** Returns the number of bits in which two hashes differ, from 0 to 64. */
export function hashDistance(a: string, b: string): number {
  let differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let count = 0
  for (; differing > 0n; differing &= differing - 1n) count += 1
  return count
}
