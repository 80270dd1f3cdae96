import { formatList } from '@app/contracts/format/lists.ts'
import { converter, differenceCiede2000 } from 'culori'
import type { MainColor } from '../reader/main-colors.ts'
import type { Finding, ReadFile } from '../types.ts'

/** Difference (CIEDE2000) from which two colors are clearly not the same one. A different shade of a color stays below. */
const DIFFERENCE_MIN = 20
/** Chroma below which a color is a gray, a black or a white. Every design has those. */
const GRAY_CHROMA = 12
/** Part of the picture that colors in flat areas cover at least. A photo has its own colors. */
const DESIGN_SHARE_MIN = 0.25

const toLch = converter('lch')
const difference = differenceCiede2000()

const isColorful = (color: string): boolean => (toLch(color)?.c ?? 0) >= GRAY_CHROMA

/** Finds a design in which no color is near one of the profile's colors. Photos, and designs in black and white, are no findings. */
export function checkBrandColors(file: ReadFile, colors: readonly MainColor[], brandColors: readonly string[]): Finding[] {
  const brand = brandColors.filter(isColorful)
  const seen = colors.filter(({ color }) => isColorful(color))
  const share = seen.reduce((sum, color) => sum + color.share, 0)
  if (brand.length === 0 || share < DESIGN_SHARE_MIN) return []
  if (seen.some(({ color }) => brand.some((ofBrand) => difference(color, ofBrand) < DIFFERENCE_MIN))) return []
  const names = formatList(brand)
  return [
    {
      kind: 'brand-color',
      certainty: 'likely',
      words: '',
      place: { in: 'file', position: file.position, page: file.page, boxes: [] },
      comparedWith: names,
      message: `None of the picture’s main colors is near a color of the profile (${names}).`,
    },
  ]
}
