import { expect, test } from 'vitest'
import { moveHighlight, suggestStates } from './StateField.tsx'

test('an empty input suggests all 50 states', () => {
  expect(suggestStates('')).toHaveLength(50)
})

test('a letter filters the list, in lower and upper case', () => {
  expect(suggestStates('n')).toEqual(['NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND'])
})

test('a complete code suggests all 50 states, so that it can be changed', () => {
  expect(suggestStates('SC')).toHaveLength(50)
})

test('a text that is no state code suggests nothing', () => {
  expect(suggestStates('Ontario')).toEqual([])
})

test.each([
  [-1, 1, 0],
  [-1, -1, 49],
  [0, -1, 49],
  [49, 1, 0],
  [3, 1, 4],
] as const)('moveHighlight moves from %i by %i to %i', (at, step, to) => {
  expect(moveHighlight(at, 50, step)).toBe(to)
})

test('an empty list has nothing to highlight', () => {
  expect(moveHighlight(-1, 0, 1)).toBe(-1)
})
