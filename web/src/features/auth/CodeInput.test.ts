import { expect, test } from 'vitest'
import { emptyBoxes, enterText, eraseBack, moveTo, pasteText } from './CodeInput.tsx'

const entry = (code: string, at: number) => ({ boxes: [...code].map((character) => character.replace('.', '')), at })

test('typing fills a box in upper case and moves to the next one', () => {
  expect(enterText({ boxes: emptyBoxes, at: 0 }, 'k')).toEqual(entry('K....', 1))
  expect(enterText(entry('K7M3.', 4), 'q')).toEqual(entry('K7M3Q', 4))
})

test('typing into a full box replaces its character', () => {
  expect(enterText(entry('K7M3Q', 1), 'x')).toEqual(entry('KXM3Q', 2))
})

test('several characters at once fill the following boxes, up to the last one', () => {
  expect(enterText(entry('K....', 1), '7m3qq9')).toEqual(entry('K7M3Q', 4))
})

test('pasting a complete code fills all boxes, regardless of the cursor position', () => {
  expect(pasteText(entry('AAA..', 3), ' k7m-3q ')).toEqual(entry('K7M3Q', 4))
})

test('pasting part of a code fills the boxes from the cursor on', () => {
  expect(pasteText(entry('K....', 1), '7m')).toEqual(entry('K7M..', 3))
})

test('spaces are ignored', () => {
  expect(enterText(entry('K....', 1), ' ')).toEqual(entry('K....', 1))
})

test('Backspace clears the box, then the previous one', () => {
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
])('moveTo handles %s at box %i', (key, at, to) => {
  expect(moveTo(at, key)).toBe(to)
})
