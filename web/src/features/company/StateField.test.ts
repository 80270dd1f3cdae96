import { expect, test } from 'vitest'
import { moveHighlight, suggestStates } from './StateField.tsx'

test('nothing typed suggests all 50', () => {
  expect(suggestStates('')).toHaveLength(50)
})

test('a letter narrows the list, in either case', () => {
  expect(suggestStates('n')).toEqual(['NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND'])
})

test('a whole code shows the list to change it', () => {
  expect(suggestStates('SC')).toHaveLength(50)
})

test('what is no state suggests nothing', () => {
  expect(suggestStates('Ontario')).toEqual([])
})

test.each([
  [-1, 1, 0],
  [-1, -1, 49],
  [0, -1, 49],
  [49, 1, 0],
  [3, 1, 4],
] as const)('from %i by %i to %i', (at, step, to) => {
  expect(moveHighlight(at, 50, step)).toBe(to)
})

test('an empty list has nothing to highlight', () => {
  expect(moveHighlight(-1, 0, 1)).toBe(-1)
})
