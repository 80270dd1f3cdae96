import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

/** `regular` and `bold` are Inter, `display` is Fraunces. */
export type Face = 'regular' | 'bold' | 'display'

/** A font file. `name` is its name in a document, and `codePoints` are the characters that it has. */
export interface FontFile {
  name: string
  /** For PDFKit. */
  font: Font
  layout: Font['layout']
  codePoints: ReadonlySet<number>
}

const latinScripts = ['latin', 'latin-ext', 'vietnamese']
const interScripts = [...latinScripts, 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']
const emojiParts = [2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1]

const files = (family: string, parts: readonly (string | number)[], weight: number): string[] =>
  parts.map((part) => `${family}/files/${family}-${part}-${weight}-normal.woff`)

const emoji = files('noto-emoji', emojiParts, 400)

const scripts = (weight: number): string[] => [
  ...files('inter', interScripts, weight),
  ...files('noto-sans-hebrew', ['hebrew'], weight),
  ...files('noto-sans-arabic', ['arabic'], weight),
  ...emoji,
  ...files('noto-sans-symbols', ['symbols'], weight),
  ...files('noto-sans-symbols-2', ['symbols', 'math'], 400),
]

/** The font files of each face. A character is drawn with the first file that has it. */
const faces: Record<Face, string[]> = {
  regular: scripts(400),
  bold: scripts(600),
  display: [...files('fraunces', latinScripts, 600), ...scripts(600)],
}

/** Words of a long report, in one font. */
const LAYOUTS_MAX = 1_000

/**
 * Lets a font lay out each word only once per process: words are laid out to measure them, and again to draw them. Contextual alternates are
 * off, because they need five times as long and change only arrows and the like.
 */
function layoutsOf(font: Font): Font['layout'] {
  const layouts = new Map<string, ReturnType<Font['layout']>>()
  const layOut: Font['layout'] = (text, features) => {
    // Fontkit keeps the characters of a glyph's first use. Another file would get the characters of an earlier one, or none.
    Reflect.set(font, '_glyphs', {})
    try {
      return font.layout(text, features ?? { kern: true, calt: false })
    } catch {
      // Fontkit fails on a mark that has no anchor in this font, for example of some letters of African languages in Arabic script.
      return font.layout(text, { mark: false, mkmk: false })
    }
  }
  return (text, features) => {
    const key = `${Array.isArray(features) ? features.join() : ''} ${text}`
    const known = layouts.get(key)
    if (known) return known
    const run = layOut(text, features)
    if (layouts.size > LAYOUTS_MAX) layouts.clear()
    layouts.set(key, run)
    return run
  }
}

/** Returns a font for PDFKit, which scales the positions of a layout in place. */
function copying(font: Font, layout: Font['layout']): Font {
  const copy: Font['layout'] = (text, features) => {
    const run = layout(text, features)
    return Object.assign(Object.create(run), { positions: run.positions.map((position) => ({ ...position })) })
  }
  return Object.create(font, { layout: { value: copy } })
}

const opened = new Map<string, FontFile>()

function open(file: string): FontFile {
  const known = opened.get(file)
  if (known) return known
  const font = create(unpackWoff(readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${file}`)))))
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`)
  const layout = layoutsOf(font)
  const made = { name: file, font: copying(font, layout), layout, codePoints: new Set(font.characterSet) }
  opened.set(file, made)
  return made
}

/** Returns the font file that has the most common characters of a face. */
export function mainFont(face: Face): FontFile {
  const [first = ''] = faces[face]
  return open(first)
}

/** Returns the first font file of a face with this character. */
export function fontWith(face: Face, codePoint: number): FontFile | undefined {
  for (const file of faces[face]) {
    const font = open(file)
    if (font.codePoints.has(codePoint)) return font
  }
  return undefined
}

/** Returns the font file that draws an emoji of several characters, for example a flag or a family, as one picture. */
export const emojiFontWith = (text: string): FontFile | undefined =>
  emoji.map(open).find(({ layout }) => {
    const [glyph, ...more] = layout(text).glyphs
    return glyph !== undefined && glyph.id !== 0 && more.length === 0
  })

/** Returns the width of a text, in the unit of `size`. */
export function widthOf({ font, layout }: FontFile, text: string, size: number, features?: string[]): number {
  return (layout(text, features).advanceWidth / font.unitsPerEm) * size
}
