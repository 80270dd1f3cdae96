import { block, fit, line, widthOf } from './letters.ts'
import { drawn, type MotifName } from './motifs.ts'
import type { Palette } from './palettes.ts'

export interface Words {
  headline: string
  /** A short line under the headline. */
  line: string
  brand: string
}

interface Sheet {
  width: number
  height: number
  palette: Palette
  motif: MotifName
  words: Words
}

/** Returns the content of a poster's SVG element, including the background. */
type Layout = (sheet: Sheet) => string

const ground = ({ width, height }: Sheet, fill: string): string => `<rect width="${width}" height="${height}" fill="${fill}"/>`

const brandMark = (brand: string, x: number, y: number, size: number, fill: string): string =>
  line(brand.toUpperCase(), x, y, { face: 'text', size, fill, tracking: 140 })

const pill = (text: string, x: number, y: number, size: number, fill: string, ink: string): string => {
  const width = widthOf(text, { face: 'text', size }) + size * 1.8
  return `<rect x="${x}" y="${y}" width="${width}" height="${size * 2.3}" rx="${size * 1.15}" fill="${fill}"/>${line(text, x + size * 0.9, y + size * 1.5, { face: 'text', size, fill: ink })}`
}

/** A colored background. The motif is below the text, or beside the text on a wide sheet. */
const stage: Layout = (sheet) => {
  const { width, height, palette, motif, words } = sheet
  const isWide = width > height
  const margin = 72
  const room = isWide ? width * 0.47 : width - 2 * margin
  const { size, lines } = fit(words.headline, room, isWide ? 3 : 2, { face: 'display', size: isWide ? 84 : 120 })
  const top = margin + size * 0.86 + (isWide ? 66 : 60)
  const [x, y, scale] = isWide ? [width * 0.79, height * 0.54, 1.05] : [width / 2, height * 0.715, 1.12]
  return `${ground(sheet, palette.main)}
    <circle cx="${x}" cy="${y}" r="${200 * scale * 1.24}" fill="${palette.soft}" opacity="0.28"/>
    <circle cx="${x}" cy="${y}" r="${200 * scale * 0.98}" fill="${palette.soft}" opacity="0.5"/>
    ${drawn(motif, palette, x, y, scale)}
    ${brandMark(words.brand, margin, margin + 18, isWide ? 20 : 26, palette.paper)}
    ${block(lines, margin, top, 1.04, { face: 'display', size, fill: palette.paper })}
    ${line(words.line, margin, top + (lines.length - 1) * 1.04 * size + 62, { face: 'text', size: isWide ? 30 : 36, fill: palette.paper })}`
}

/** A light background with the motif in an arch and the text below it. */
const arch: Layout = (sheet) => {
  const { width, height, palette, motif, words } = sheet
  if (width > height) return split(sheet)
  const half = 300
  const { size, lines } = fit(words.headline, width - 150, 2, { face: 'display', size: 86 })
  const foot = height - 118 - (lines.length - 1) * size * 1.04
  return `${ground(sheet, palette.paper)}
    <path d="M${width / 2 - half} 690 V370 a${half} ${half} 0 0 1 ${2 * half} 0 V690 Z" fill="${palette.accent}"/>
    <path d="M${width / 2 - half} 690 v-110 q150 -70 300 0 t300 0 v110 z" fill="${palette.main}"/>
    ${drawn(motif, { ...palette, accent: palette.soft }, width / 2, 448, 1.04)}
    ${line(words.brand.toUpperCase(), width / 2, 770, { face: 'text', size: 25, fill: palette.main, tracking: 140, anchor: 'middle' })}
    ${block(lines, width / 2, foot - 14, 1.04, { face: 'display', size, fill: palette.ink, anchor: 'middle' })}
    ${line(words.line, width / 2, height - 56, { face: 'text', size: 34, fill: palette.ink, anchor: 'middle' })}`
}

/** One half of the picture has the text on a light background. The other half has the motif on a colored background. */
const split: Layout = (sheet) => {
  const { width, height, palette, motif, words } = sheet
  const isWide = width > height
  const edge = isWide ? width * 0.42 : height * 0.5
  const field = isWide
    ? `<rect width="${edge}" height="${height}" fill="${palette.soft}"/>`
    : `<rect width="${width}" height="${edge}" fill="${palette.soft}"/>`
  const [x, y] = isWide ? [edge / 2, height / 2] : [width / 2, edge / 2]
  const left = isWide ? edge + 64 : 72
  const { size, lines } = fit(words.headline, width - left - 64, 3, { face: 'display', size: isWide ? 84 : 108 })
  const first = isWide ? height / 2 - ((lines.length - 1) * size * 1.05) / 2 + size * 0.1 : edge + 70 + size * 0.86
  return `${ground(sheet, palette.paper)}${field}
    ${drawn(motif, { ...palette, soft: palette.paper }, x, y, isWide ? 1.08 : 1.22)}
    ${block(lines, left, first, 1.05, { face: 'display', size, fill: palette.ink })}
    ${line(words.line, left, first + (lines.length - 1) * 1.05 * size + 62, { face: 'text', size: isWide ? 30 : 36, fill: palette.main })}
    ${brandMark(words.brand, left, height - 56, isWide ? 20 : 25, palette.ink)}`
}

/** A grid of quarter circles. The text is beside or below the grid. */
const tiles: Layout = (sheet) => {
  const { width, height, palette, words } = sheet
  const side = width > height ? height / 4 : width / 6
  const [columns, rows] = width > height ? [3, 4] : [6, 3]
  const fills = [palette.main, palette.accent, palette.soft, palette.ink]
  const quarter = [
    `M0 0 h${side} a${side} ${side} 0 0 1 -${side} ${side} z`,
    `M${side} 0 v${side} a${side} ${side} 0 0 1 -${side} -${side} z`,
  ]
  const drawTile = (index: number): string => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const [back, front] = [fills[(column * 3 + row) % 4], fills[(column + row * 2 + 1) % 4]]
    const shape = back === front ? palette.paper : front
    return `<g transform="translate(${column * side} ${row * side})"><rect width="${side + 0.5}" height="${side + 0.5}" fill="${back}"/><path d="${quarter[(column + row) % 2]}" fill="${shape}"/></g>`
  }
  const isWide = width > height
  const [left, top] = isWide ? [columns * side + 60, 0] : [72, rows * side]
  const { size, lines } = fit(words.headline, width - left - 60, isWide ? 3 : 2, { face: 'display', size: isWide ? 84 : 116 })
  const first = isWide ? 190 : top + 66 + size * 0.84
  return `${ground(sheet, palette.paper)}${Array.from({ length: columns * rows }, (_, index) => drawTile(index)).join('')}
    ${block(lines, left, first, 1.04, { face: 'display', size, fill: palette.ink })}
    ${pill(words.line, left, first + (lines.length - 1) * 1.04 * size + 44, isWide ? 28 : 34, palette.main, palette.paper)}
    ${brandMark(words.brand, left, height - 56, isWide ? 20 : 25, palette.main)}`
}

export const layouts = { stage, arch, split, tiles } as const
export type LayoutName = keyof typeof layouts
