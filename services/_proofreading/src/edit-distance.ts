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

/** Letters and digits that text recognition confuses in print and handwriting, each as the first of its group. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/o/g, '0'],
  [/[ilt|!]/g, '1'],
  [/[sce]/g, '5'],
  [/[bh]/g, '8'],
  [/[qy9]/g, 'g'],
  [/[uv]/g, 'n'],
]

const withoutLookalikes = (text: string): string =>
  lookalikes.reduce((result, [pattern, letter]) => result.replace(pattern, letter), text.toLowerCase())

/** Whether text recognition may have read one text as the other, for example 0 as O, l as 1, c as s, m as rn, or q as g. */
export const isLookalike = (one: string, other: string): boolean => withoutLookalikes(one) === withoutLookalikes(other)

/** Whether two texts differ only in neighbors that are swapped. */
export function isSwap(one: string, other: string): boolean {
  const different = [...one].flatMap((letter, index) => (letter === other[index] ? [] : [index]))
  const [first = 0, second = 0] = different
  return one.length === other.length && different.length === 2 && one[first] === other[second] && one[second] === other[first]
}

/** Pairs of digits with a similar shape in light, condensed or blurred fonts. */
const similarDigits = new Set(['08', '17', '38', '68', '89'])

/** Whether two numbers of the same length differ only in digits with a similar shape. */
export function isSimilarNumber(one: string, other: string): boolean {
  if (one === other || one.length !== other.length) return false
  return [...one].every((digit, index) => {
    const second = other[index] ?? ''
    return digit === second || similarDigits.has([digit, second].sort().join(''))
  })
}
