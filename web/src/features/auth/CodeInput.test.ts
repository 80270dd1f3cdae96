import { expect, test } from 'vitest'
import { emptyBoxes, enterText, eraseBack, moveTo, pasteText } from './CodeInput.tsx'

const entry = (code: string, at: number) => ({ boxes: [...code].map((character) => character.replace('.', '')), at })

test('typing fills a box, in upper case, and moves on', () => {
  expect(enterText({ boxes: emptyBoxes, at: 0 }, 'k')).toEqual(entry('K....', 1))
  expect(enterText(entry('K7M3.', 4), 'q')).toEqual(entry('K7M3Q', 4))
})

test('typing into a full box replaces its character', () => {
  expect(enterText(entry('K7M3Q', 1), 'x')).toEqual(entry('KXM3Q', 2))
})

test('several characters at once spread over the boxes and never past the last', () => {
  expect(enterText(entry('K....', 1), '7m3qq9')).toEqual(entry('K7M3Q', 4))
})

test('a pasted whole code fills all boxes wherever the cursor is', () => {
  expect(pasteText(entry('AAA..', 3), ' k7m-3q ')).toEqual(entry('K7M3Q', 4))
})

test('a pasted part goes where the cursor is', () => {
  expect(pasteText(entry('K....', 1), '7m')).toEqual(entry('K7M..', 3))
})

test('spaces change nothing', () => {
  expect(enterText(entry('K....', 1), ' ')).toEqual(entry('K....', 1))
})

test('backspace empties the box, then the one before', () => {
  expect(eraseBack(entry('K7M..', 2))).toEqual(entry('K7...', 2))
  expect(eraseBack(entry('K7...', 2))).toEqual(entry('K....', 1))
  expect(eraseBack(entry('.....', 0))).toEqual(entry('.....', 0))
})

test.each([
  ['ArrowLeft', 0, 0],
  ['ArrowLeft', 3, 2],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 4, 4],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['a', 1, undefined],
])('%s at box %i', (key, at, to) => {
  expect(moveTo(at, key)).toBe(to)
})
