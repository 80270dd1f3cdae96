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
const GROUND = 360

/** Renders a photo of an owner: the motif in front of a wall or the sky. */
export function photoImage({ motif, palette, at }: Photo): Buffer<ArrayBuffer> {
  const colors = palettes[palette]
  const { ink, soft, accent } = colors
  return render(
    WIDTH,
    HEIGHT,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${soft}"/>
    <rect y="${GROUND}" width="${WIDTH}" height="${HEIGHT - GROUND}" fill="${accent}"/>
    <rect y="${GROUND}" width="${WIDTH}" height="6" fill="${ink}" opacity="0.3"/>
    ${drawn(motif, colors, WIDTH * at, GROUND - 84, 0.7)}`,
  )
}
