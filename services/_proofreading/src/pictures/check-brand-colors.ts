import { formatList } from '@app/contracts/format/lists.ts'
import { converter, differenceCiede2000 } from 'culori'
import { type Found, placeInFile } from '../passages.ts'
import type { MainColor, ReadFile } from '../types.ts'

/** Difference (CIEDE2000) from which two colors are clearly not the same one. A different shade of a color stays below. */
const DIFFERENCE_MIN = 20
/** Chroma below which a color is a gray, a black or a white. Every design has those. */
const GRAY_CHROMA = 12
/** Part of the picture that colors of flat areas cover at least. A photo has its own colors. */
const DESIGN_SHARE_MIN = 0.25

const toLch = converter('lch')
const difference = differenceCiede2000()

const isColorful = (color: string): boolean => (toLch(color)?.c ?? 0) >= GRAY_CHROMA

const colorsOf = ({ traits }: ReadFile): MainColor[] => (traits?.colors ?? []).filter(({ color }) => isColorful(color))

const isDesign = (file: ReadFile): boolean =>
  colorsOf(file).reduce((sum, { share, isFlat }) => sum + (isFlat ? share : 0), 0) >= DESIGN_SHARE_MIN

/**
 * Finds the first design if no picture has a color near one of the profile's colors. Photos, and designs in black and white, are no
 * findings.
 */
export function checkBrandColors(files: readonly ReadFile[], brandColors: readonly string[]): Found[] {
  const brand = brandColors.filter(isColorful)
  const [design] = files.filter(isDesign)
  const isNearBrand = ({ color }: MainColor): boolean => brand.some((ofBrand) => difference(color, ofBrand) < DIFFERENCE_MIN)
  if (brand.length === 0 || !design || files.flatMap(colorsOf).some(isNearBrand)) return []
  const names = formatList(brand)
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
