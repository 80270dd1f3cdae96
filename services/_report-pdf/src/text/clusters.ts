import { emojiFontWith, type Face, type FontFile, fontWith, mainFont } from './fonts.ts'

/** A character as people see it, with the font that draws it. */
export interface Cluster {
  /** What is drawn. */
  text: string
  font: FontFile
  /** The characters that `text` stands for, if they differ. Screen readers and copied text get them. */
  original?: string
  /** Embedding level of the Unicode Bidirectional Algorithm: odd from right to left. */
  level: number
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Invisible characters: controls, joiners and selectors outside of emoji, and marks of direction, which fonts lack. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]+$/u
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const SELECTOR = /[\ufe0e\ufe0f]/g

/** Scripts without a font, in the words that stand for their texts. */
const unsupportedScripts: [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, '[Japanese]'],
  [/\p{Script=Hangul}/u, '[Korean]'],
  [/\p{Script=Han}/u, '[Chinese or Japanese]'],
  [/\p{Letter}|\p{Mark}|\p{Number}/u, '[Other script]'],
]
/** Stands for a symbol without a font. */
const ANY_SYMBOL = '•'

/** Returns the font that has all characters of a text. */
function fontWithAll(face: Face, text: string): FontFile | undefined {
  const [first, ...others] = [...text].map((character) => character.codePointAt(0) ?? 0)
  const font = first === undefined ? undefined : fontWith(face, first)
  return font && others.every((codePoint) => font.codePoints.has(codePoint)) ? font : undefined
}

/** Draws an emoji as one picture, or only its first part if no font has this combination, for example of a color of skin. */
function drawEmoji(face: Face, text: string): Cluster | undefined {
  const [first = ''] = text
  const font = emojiFontWith(text)
  if (font) return { text, font, level: 0 }
  const fallback = fontWithAll(face, first)
  return fallback && { text: first, font: fallback, original: text, level: 0 }
}

function findCluster(face: Face, text: string): Cluster | undefined {
  if (INVISIBLE.test(text)) return undefined
  const plain = text.replaceAll(SELECTOR, '')
  const font = fontWithAll(face, plain)
  // An emoji of several characters has one font for all, but only some fonts join them.
  if (font && (!EMOJI.test(text) || [...plain].length === 1)) return { text: plain, font, level: 0 }
  const emoji = EMOJI.test(text) ? drawEmoji(face, plain) : undefined
  if (emoji) return emoji
  // Captions use mathematical letters as bold or script letters.
  const compatible = text.normalize('NFKC')
  const plainFont = compatible === text ? undefined : fontWithAll(face, compatible)
  if (plainFont) return { text: compatible, font: plainFont, original: text, level: 0 }
  const [, substitute = ANY_SYMBOL] = unsupportedScripts.find(([script]) => script.test(text)) ?? []
  return { text: substitute, font: mainFont(face), original: text, level: 0 }
}

const CLUSTERS_MAX = 5_000
const found = new Map<string, Cluster | undefined>()

function clusterOf(face: Face, text: string): Cluster | undefined {
  const key = `${face} ${text}`
  if (found.has(key)) return found.get(key)
  if (found.size > CLUSTERS_MAX) found.clear()
  const cluster = findCluster(face, text)
  found.set(key, cluster)
  return cluster
}

/** Returns the characters of a text, each with its font. Words in a script without a font become one remark that names the script. */
export function clustersOf(face: Face, text: string): Cluster[] {
  const clusters: Cluster[] = []
  for (const { segment } of segmenter.segment(text.normalize('NFC'))) {
    const cluster = clusterOf(face, segment)
    const last = clusters.at(-1)
    if (!cluster) continue
    if (cluster.original && cluster.text.length > 1 && last?.original && last.text === cluster.text) {
      clusters[clusters.length - 1] = { ...last, original: last.original + cluster.original }
    } else clusters.push(cluster)
  }
  return clusters
}
