import { expect, test } from 'vitest'
import { changesBetween } from '../../src/mail/preview-changes.ts'

const preview = (number: number, hashes: readonly string[], caption = 'Bread') => ({
  number,
  caption,
  files: hashes.map((sha256) => ({ sha256 })),
})
const same = { previousNo: 1, isCaptionChanged: false, added: 0, removed: 0, replaced: 0, isReordered: false }

test.each([
  ['nothing', ['a', 'b'], ['a', 'b'], {}],
  ['an added file', ['a'], ['a', 'b'], { added: 1 }],
  ['a removed file', ['a', 'b'], ['b'], { removed: 1 }],
  ['a replaced file', ['a', 'b'], ['a', 'c'], { replaced: 1 }],
  ['two replaced files and one more', ['a', 'b'], ['c', 'd', 'e'], { replaced: 2, added: 1 }],
  ['another order', ['a', 'b'], ['b', 'a'], { isReordered: true }],
  ['a second copy of a file', ['a'], ['a', 'a'], { added: 1 }],
  ['one of two copies replaced', ['a', 'a'], ['a', 'b'], { replaced: 1 }],
])('%s', (_name, before, after, changes) => {
  expect(changesBetween(preview(1, before), preview(2, after))).toEqual({ ...same, ...changes })
})

test('a changed caption', () => {
  expect(changesBetween(preview(1, ['a']), preview(2, ['a'], 'Bread\n'))).toEqual({ ...same, isCaptionChanged: true })
})

test('the first preview has no changes', () => {
  expect(changesBetween(undefined, preview(1, ['a']))).toBeUndefined()
})
