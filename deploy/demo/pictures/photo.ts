import { drawn, type MotifName } from './motifs.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { render } from './render.ts'

/** What a photo of an owner shows. */
export interface Photo {
  motif: MotifName
  palette: PaletteName
  /** Where the motif stands, from 0 (left) to 1 (right). */
  at: number
}

const WIDTH = 640
const HEIGHT = 480
const TABLE = 360

/** Renders a photo of an owner: the motif on a table, by the light of a window. */
export function photoImage({ motif, palette, at }: Photo): Buffer<ArrayBuffer> {
  const colors = palettes[palette]
  const { paper, ink, soft, accent } = colors
  return render(
    WIDTH,
    HEIGHT,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${soft}"/>
    <rect x="${WIDTH * (1 - at) - 86}" y="40" width="172" height="220" fill="${paper}" opacity="0.8"/>
    <rect y="${TABLE}" width="${WIDTH}" height="${HEIGHT - TABLE}" fill="${accent}"/>
    <rect y="${TABLE}" width="${WIDTH}" height="6" fill="${ink}" opacity="0.3"/>
    ${drawn(motif, colors, WIDTH * at, TABLE - 84, 0.7)}`,
  )
}
