/** Longer texts are never compared letter by letter. */
const COMPARED_MAX = 100

/**
 * Returns the number of letters to insert, remove, replace or swap with their neighbor to get from one text to the other. Returns `max` + 1
 * as soon as there are more than `max`.
 */
export function editDistance(one: string, other: string, max: number): number {
  if (one === other) return 0
  const isFar = Math.abs(one.length - other.length) > max || Math.max(one.length, other.length) > COMPARED_MAX
  if (isFar) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const changed = Math.min(replaced, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      current.push(row > 1 && column > 1 && isSwapped ? Math.min(changed, (beforeLast[column - 2] ?? 0) + 1) : changed)
    }
    if (Math.min(...current) > max) return max + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length] ?? 0, max + 1)
}

/** Whether two texts differ only in neighbors that are swapped. */
export function isSwap(one: string, other: string): boolean {
  const different = [...one].flatMap((letter, index) => (letter === other[index] ? [] : [index]))
  const [first = 0, second = 0] = different
  return one.length === other.length && different.length === 2 && one[first] === other[second] && one[second] === other[first]
}

/** Letters and digits that text recognition confuses in print and handwriting, each as the first of its group. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/o/g, '0'],
  [/[ijlt|!(]/g, '1'],
  [/[sce]/g, '5'],
  [/[bh]/g, '8'],
  [/[qy9]/g, 'g'],
  [/[uv]/g, 'n'],
]
/** The first groups are pairs of letters that look like one. In "cl", c may also be another letter. */
const PAIRS = 3

const withoutLookalikes = (text: string, groups: typeof lookalikes): string =>
  groups.reduce((result, [pattern, letter]) => result.replace(pattern, letter), text.toLowerCase())

/** Whether text recognition may have read one text as the other, for example 0 as O, l as 1, c as s, m as rn, or q as g. */
export const isLookalike = (one: string, other: string): boolean =>
  [lookalikes, lookalikes.slice(PAIRS)].some((groups) => withoutLookalikes(one, groups) === withoutLookalikes(other, groups)) &&
  !isSwap(one.toLowerCase(), other.toLowerCase())

/** Letters that people type for another: vowels, letters that sound alike, and neighbors on the keyboard. */
const confusedLetters = 'aeiouy cksz fv gj mn bv dt qw we er rt ty yu ui io op as sd df fg gh hj jk kl zx xc cv vb bn nm az sx dc'.split(
  ' ',
)

/** Whether people type one letter for the other. */
export const isConfusedLetter = (one: string, other: string): boolean =>
  confusedLetters.some((group) => group.includes(one) && group.includes(other))

/** Whether a text may be a slip for another one of which it differs: unlike text recognition, people replace letters only by some others. */
export function isTypingSlip(text: string, right: string): boolean {
  if (text.length !== right.length) return !right.startsWith(text) && !right.endsWith(text)
  return [...text].every((letter, index) => letter === right[index] || isConfusedLetter(letter, right.charAt(index))) || isSwap(text, right)
}

/** Pairs of digits with a similar shape in light, condensed or blurred fonts. */
const similarDigits = ['08', '17', '38', '68', '89']
/** Further pairs that are similar in handwriting. */
const handwrittenDigits = ['27', '45', '49', '56', '58', '59']

/** Whether two numbers of the same length differ, and only in these pairs of digits. */
function differsOnlyIn(one: string, other: string, pairs: readonly string[]): boolean {
  if (one === other || one.length !== other.length) return false
  return [...one].every((digit, index) => digit === other[index] || pairs.includes([digit, other[index]].sort().join('')))
}

/** Whether two numbers of the same length differ only in digits with a similar shape. */
export const isSimilarNumber = (one: string, other: string): boolean => differsOnlyIn(one, other, similarDigits)

/** Whether text recognition may have read one number as the other in handwriting. */
export const isSimilarInHandwriting = (one: string, other: string): boolean =>
  !isSimilarNumber(one, other) && !isSwap(one, other) && differsOnlyIn(one, other, [...similarDigits, ...handwrittenDigits])

/**
 * Whether text recognition may have read one number as the other by losing a digit: in narrow fonts, it reads 11 as 1. At the end of a line,
 * it may lose any digit.
 */
export const hasLostDigit = (read: string, right: string): boolean =>
  right.length === read.length + 1 && read !== '' && [...right].some((_, at) => right.slice(0, at) + right.slice(at + 1) === read)
