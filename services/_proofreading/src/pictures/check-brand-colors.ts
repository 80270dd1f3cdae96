import { formatList } from '@app/contracts/format/lists.ts'
import { converter, differenceCiede2000 } from 'culori'
import { type Found, placeInFile } from '../passages.ts'
import type { MainColor, ReadFile } from '../types.ts'

/** Difference (CIEDE2000) from which two colors are clearly not the same one. A different shade of a color stays below. */
const DIFFERENCE_MIN = 20
/** Chroma below which a color is a gray, a black or a white. Every design has those. */
const GRAY_CHROMA = 12
/** Part of the picture that one color covers at least. A photo has many colors, but none of them covers a surface. */
const SURFACE_SHARE_MIN = 0.25

const toLch = converter('lch')
const difference = differenceCiede2000()

const isColorful = (color: string): boolean => (toLch(color)?.c ?? 0) >= GRAY_CHROMA

const colorsOf = ({ traits }: ReadFile): MainColor[] => traits?.colors ?? []

/** Whether a picture has a surface in a color. */
const hasColoredSurface = (file: ReadFile): boolean =>
  colorsOf(file).some(({ color, share }) => isColorful(color) && share >= SURFACE_SHARE_MIN)

/**
 * Finds the first design with a colored surface if no picture has a color near one of the profile's colors. Photos, and designs in black and
 * white, are no findings.
 */
export function checkBrandColors(files: readonly ReadFile[], brandColors: readonly string[]): Found[] {
  const [design] = files.filter(hasColoredSurface)
  const isNearBrand = ({ color }: MainColor): boolean =>
    isColorful(color) && brandColors.some((ofBrand) => difference(color, ofBrand) < DIFFERENCE_MIN)
  if (!brandColors.some(isColorful) || !design || files.flatMap(colorsOf).some(isNearBrand)) return []
  const names = formatList(brandColors)
  return [
    {
      kind: 'brand-color',
      certainty: 'likely',
      words: '',
      place: placeInFile(design),
      comparedWith: names,
      message: `None of the picture’s main colors is near a color of the profile (${names}).`,
      facts: [],
    },
  ]
}
