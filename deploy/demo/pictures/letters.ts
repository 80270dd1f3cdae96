import letterforms from './letterforms.json' with { type: 'json' }

/** Font: `display` is Fraunces, `text` is Inter. The letters are stored as outlines, so that no font must be installed. */
export type Face = keyof typeof letterforms

interface Letter {
  /** Width in thousandths of the font size. */
  width: number
  outline: string
}

function letterOf(face: Face, character: string): Letter {
  const letters: Readonly<Record<string, (string | number)[]>> = letterforms[face]
  const letter = letters[character]
  if (!letter) throw new Error(`letterforms.json has no outline of "${character}"`)
  return { width: Number(letter[0]), outline: String(letter[1]) }
}

export interface Setting {
  face: Face
  size: number
  fill: string
  /** Extra space between letters, in thousandths of the font size. */
  tracking?: number
  anchor?: 'start' | 'middle' | 'end'
}

const trackingOf = ({ face, tracking }: Pick<Setting, 'face' | 'tracking'>): number => tracking ?? (face === 'display' ? -14 : 0)

export function widthOf(text: string, setting: Pick<Setting, 'face' | 'size' | 'tracking'>): number {
  const widths = [...text].map((character) => letterOf(setting.face, character).width + trackingOf(setting))
  return (widths.reduce((sum, width) => sum + width, 0) * setting.size) / 1000
}

/** Returns SVG for a line of text with its baseline at `y`. */
export function line(text: string, x: number, y: number, setting: Setting): string {
  const scale = setting.size / 1000
  const shift = { start: 0, middle: 0.5, end: 1 }[setting.anchor ?? 'start'] * widthOf(text, setting)
  let at = 0
  const outlines = [...text].map((character) => {
    const { width, outline } = letterOf(setting.face, character)
    const placed = outline && `<path transform="translate(${at} 0)" d="${outline}"/>`
    at += width + trackingOf(setting)
    return placed
  })
  return `<g fill="${setting.fill}" transform="translate(${x - shift} ${y}) scale(${scale})">${outlines.join('')}</g>`
}

function wrap(text: string, width: number, setting: Pick<Setting, 'face' | 'size' | 'tracking'>): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && widthOf(longer, setting) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Like `wrap`, but the lines have a similar length, so that the last line is not a single word. */
function balance(text: string, width: number, setting: Pick<Setting, 'face' | 'size'>): string[] {
  let lines = wrap(text, width, setting)
  for (let narrower = width - 8; narrower > 0; narrower -= 8) {
    const tighter = wrap(text, narrower, setting)
    if (tighter.length > lines.length || tighter.some((each) => widthOf(each, setting) > narrower)) return lines
    lines = tighter
  }
  return lines
}

/** Breaks a text into at most `most` lines of `width`, with the largest font size that fits: at most `size`, at least 24. */
export function fit(
  text: string,
  width: number,
  most: number,
  { face, size }: { face: Face; size: number },
): { size: number; lines: string[] } {
  for (let tried = size; ; tried -= 4) {
    const setting = { face, size: tried }
    const lines = wrap(text, width, setting)
    const isNarrow = lines.every((each) => widthOf(each, setting) <= width)
    if ((isNarrow && lines.length <= most) || tried < 28) return { size: tried, lines: balance(text, width, setting) }
  }
}

/** Returns SVG for several lines of text. The baseline of the first line is at `y`. */
export const block = (lines: readonly string[], x: number, y: number, leading: number, setting: Setting): string =>
  lines.map((each, index) => line(each, x, y + index * leading * setting.size, setting)).join('')
