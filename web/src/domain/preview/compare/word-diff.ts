/** A part of a text. Both versions contain the part, or only one version contains it. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
  /** Number of words in `text`. */
  words: number
}

/**
 * Maximum size of the table of `changesBetween`: 12.5 MB. Two captions of the maximum length, 5,000 characters, have at most 2,500 words
 * each.
 */
const TABLE_MAX = 2_501 * 2_501

/**
 * Compares two texts word by word. The parts contain all words of both texts in their order. Whitespace is not compared. If the texts are
 * longer than captions can be, the words between the common beginning and the common end are not compared: all of them count as replaced.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const start = countEqual(old, now)
  const end = countEqual(old.slice(start).reverse(), now.slice(start).reverse())
  const oldMiddle = old.slice(start, old.length - end)
  const nowMiddle = now.slice(start, now.length - end)
  return [
    ...partOf('same', now.slice(0, start)),
    ...changesBetween(oldMiddle, nowMiddle),
    ...partOf('same', now.slice(now.length - end)),
  ].map(separate)
}

/** Returns the words of a text, each with the whitespace after the word. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? []

const areEqual = (one: string | undefined, other: string | undefined): boolean => one?.trimEnd() === other?.trimEnd()

/** Returns the number of equal words at the beginning of two lists. */
function countEqual(old: readonly string[], now: readonly string[]): number {
  const shorter = Math.min(old.length, now.length)
  let count = 0
  while (count < shorter && areEqual(old[count], now[count])) count += 1
  return count
}

const partOf = (kind: DiffPart['kind'], words: readonly string[]): DiffPart[] =>
  words.length > 0 ? [{ kind, text: words.join(''), words: words.length }] : []

/**
 * Adds a space after a part that ends without whitespace, unless the part is the last one. Removed words end with one space if added words
 * follow, so that line breaks of the old text do not separate them.
 */
function separate(part: DiffPart, at: number, all: readonly DiffPart[]): DiffPart {
  if (part.kind === 'removed' && all[at + 1]?.kind === 'added') return { ...part, text: `${part.text.trimEnd()} ` }
  return at === all.length - 1 || /\s$/.test(part.text) ? part : { ...part, text: `${part.text} ` }
}

/** Compares two lists of words by their longest common subsequence. Takes time and memory proportional to the product of the lengths. */
function changesBetween(old: readonly string[], now: readonly string[]): DiffPart[] {
  const columns = now.length + 1
  if ((old.length + 1) * columns > TABLE_MAX) return [...partOf('removed', old), ...partOf('added', now)]
  const common = commonLengths(old, now)
  const parts: DiffPart[] = []
  let [removed, added, same]: [string[], string[], string[]] = [[], [], []]
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && areEqual(old[i], now[j])) {
      parts.push(...partOf('removed', removed), ...partOf('added', added))
      ;[removed, added] = [[], []]
      same.push(now[j] ?? '')
      i += 1
      j += 1
      continue
    }
    parts.push(...partOf('same', same))
    same = []
    const afterRemoval = common[(i + 1) * columns + j] ?? 0
    const afterAddition = common[i * columns + j + 1] ?? 0
    if (i < old.length && (j === now.length || afterRemoval >= afterAddition)) removed.push(old[i++] ?? '')
    else added.push(now[j++] ?? '')
  }
  return [...parts, ...partOf('removed', removed), ...partOf('added', added), ...partOf('same', same)]
}

/**
 * Returns a table, row by row: the entry (i, j) is the length of the longest common subsequence of the words from `old[i]` and `now[j]` on.
 */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array {
  const columns = now.length + 1
  const numbers = new Map<string, number>()
  // Numbers are compared faster than texts.
  const numberOf = (word: string): number => {
    const key = word.trimEnd()
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  const [oldNumbers, nowNumbers] = [old.map(numberOf), now.map(numberOf)]
  const lengths = new Uint16Array((old.length + 1) * columns)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const below = (i + 1) * columns + j
      const at = i * columns + j
      lengths[at] = oldNumbers[i] === nowNumbers[j] ? (lengths[below + 1] ?? 0) + 1 : Math.max(lengths[below] ?? 0, lengths[at + 1] ?? 0)
    }
  }
  return lengths
}
