import { type LayoutName, layouts, type Words } from './layouts.ts'
import { line } from './letters.ts'
import { drawn, type MotifName } from './motifs.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { render } from './render.ts'

export interface Poster extends Omit<Words, 'brand'> {
  layout: LayoutName
  motif: MotifName
  palette: PaletteName
  /** Whether the picture is 1200 x 628 pixels, the format of link previews. Otherwise it is 1080 x 1080. */
  wide?: boolean
}

type Bytes = Buffer<ArrayBuffer>

export function posterImage({ layout, motif, palette, wide, ...words }: Poster, brand: string): Bytes {
  const [width, height] = wide ? [1200, 628] : [1080, 1080]
  return render(width, height, layouts[layout]({ width, height, motif, palette: palettes[palette], words: { ...words, brand } }))
}

/** Renders a company's logo: its motif on a colored disc. */
export function logoImage(motif: MotifName, palette: PaletteName): Bytes {
  const colors = palettes[palette]
  return render(
    512,
    512,
    `<circle cx="256" cy="256" r="256" fill="${colors.main}"/>${drawn(motif, { ...colors, main: colors.soft }, 256, 262, 0.86)}`,
  )
}

/** Renders the company's colors with their hex codes, as an owner's reference image. */
export function swatchImage(palette: PaletteName): Bytes {
  const { paper, ink, main, accent, soft } = palettes[palette]
  const stripes = [ink, main, soft, accent].map(
    (fill, index) =>
      `<rect x="${index * 270}" width="270" height="820" fill="${fill}"/>${line(fill.slice(1).toUpperCase(), index * 270 + 40, 920, { face: 'text', size: 34, fill: ink })}`,
  )
  return render(1080, 1080, `<rect width="1080" height="1080" fill="${paper}"/>${stripes.join('')}`)
}
