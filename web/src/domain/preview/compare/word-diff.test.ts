import { CAPTION_MAX } from '@app/contracts/rules/previews.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DiffPart, diffWords } from './word-diff.ts'

/** Returns a readable form of the parts: removed words in "[-…-]" and added words in "{+…+}". */
const marked = (parts: readonly DiffPart[]): string =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`)).join('')

const wordsOf = (parts: readonly DiffPart[], kind: DiffPart['kind']): string[] =>
  parts.filter((part) => part.kind === 'same' || part.kind === kind).flatMap(({ text }) => text.match(/\S+/g) ?? [])

it.each([
  ['no change', 'Open from nine', 'Open from nine', 'Open from nine'],
  ['a replaced word', 'Open from nine today', 'Open from ten today', 'Open from [-nine -]{+ten +}today'],
  ['a replaced end of a line', 'Open today\n\n#coffee', 'Open now\n\n#coffee', 'Open [-today -]{+now\n\n+}#coffee'],
  ['an added end', 'Open from nine', 'Open from nine #coffee', 'Open from nine {+#coffee+}'],
  ['a removed beginning', 'Hello! Open from nine', 'Open from nine', '[-Hello! -]Open from nine'],
  ['removed words are before the added ones', 'a b c d', 'a x y d', 'a [-b c -]{+x y +}d'],
  ['words between two changes stay', 'one two three four', 'uno two three cuatro', '[-one -]{+uno +}two three [-four -]{+cuatro+}'],
  ['only whitespace', 'Open  from nine', 'Open from\n\nnine', 'Open from\n\nnine'],
  ['a first caption', '', 'Fresh bread', '{+Fresh bread+}'],
  ['a removed caption', 'Fresh bread', '', '[-Fresh bread-]'],
  ['two empty captions', '', '', ''],
])('%s', (_, before, after, expected) => {
  expect(marked(diffWords(before, after))).toBe(expected)
})

it('counts the words of each part', () => {
  expect(diffWords('two for one until Friday', 'two for one, free cup').map(({ kind, words }) => [kind, words])).toEqual([
    ['same', 2],
    ['removed', 3],
    ['added', 3],
  ])
})

it('the parts contain all words of both texts in their order', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd\n', 'e ', '#f'), { maxLength: 30 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after)
      expect(wordsOf(parts, 'removed')).toEqual(before.match(/\S+/g) ?? [])
      expect(wordsOf(parts, 'added')).toEqual(after.match(/\S+/g) ?? [])
    }),
  )
})

it('the longest captions with the most words and no common beginning or end are compared completely', () => {
  const words = CAPTION_MAX / 2
  const before = `x ${'a b '.repeat(words)}`.slice(0, CAPTION_MAX)
  const after = `${'b a '.repeat(words).slice(0, CAPTION_MAX - 2)}y`
  const kept = diffWords(before, after).reduce((sum, part) => (part.kind === 'same' ? sum + part.words : sum), 0)
  // Only "x" and the first "a" are removed, and only the last word before "y" and "y" are added.
  expect(kept).toBe(words - 2)
})

it('the middle of longer texts counts as replaced, so that the comparison stays bounded', () => {
  const long = (word: string) => `Hello ${`${word} and `.repeat(2_000)}bye`
  expect(diffWords(long('tea'), long('coffee')).map(({ kind, words }) => [kind, words])).toEqual([
    ['same', 1],
    ['removed', 3_999],
    ['added', 3_999],
    ['same', 2],
  ])
})
