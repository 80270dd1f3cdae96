import { expect, it } from 'vitest'
import { noteOf } from '../../testing/preview-notes.ts'
import { inReadingOrder, movedPoint, pointAt, rotatedPoint, type Turns } from './note-place.ts'

const allTurns: Turns[] = [0, 1, 2, 3]
const corner = { x: 0.25, y: 0.1 }

it('a quarter turn to the right moves the top of a picture to the right', () => {
  expect(allTurns.map((turns) => rotatedPoint(corner, turns))).toEqual([
    { x: 0.25, y: 0.1 },
    { x: 0.9, y: 0.25 },
    { x: 0.75, y: 0.9 },
    { x: 0.1, y: 0.75 },
  ])
})

it('a click on a rotated picture finds the natural point that is shown there', () => {
  const box = { left: 0, top: 0, width: 100, height: 100 } as DOMRect
  for (const turns of allTurns) {
    const shown = rotatedPoint(corner, turns)
    expect(pointAt({ clientX: shown.x * 100, clientY: shown.y * 100 }, box, turns)).toEqual(corner)
  }
})

it('a position in the window becomes a part of the box of the picture', () => {
  const box = { left: 100, top: 50, width: 400, height: 200 } as DOMRect
  expect(pointAt({ clientX: 200, clientY: 70 }, box, 0)).toEqual({ x: 0.25, y: 0.1 })
  expect(pointAt({ clientX: 460, clientY: 100 }, box, 1)).toEqual({ x: 0.25, y: 0.1 })
  expect(pointAt({ clientX: 90, clientY: 900 }, box, 0)).toEqual({ x: 0, y: 1 })
})

it('the arrow keys move the cross in the direction that the user sees, and never out of the picture', () => {
  const right = { x: 0.01, y: 0 }
  expect(allTurns.map((turns) => movedPoint({ x: 0.5, y: 0.5 }, right, turns))).toEqual([
    { x: 0.51, y: 0.5 },
    { x: 0.5, y: 0.49 },
    { x: 0.49, y: 0.5 },
    { x: 0.5, y: 0.51 },
  ])
  expect(movedPoint({ x: 0.95, y: 0.5 }, { x: 0.1, y: 0 }, 0)).toEqual({ x: 1, y: 0.5 })
})

it('pins are in reading order: from the top to the bottom, then from the left to the right', () => {
  const notes = [noteOf({ number: 1, x: 0.9, y: 0.5 }), noteOf({ number: 2, x: 0.1, y: 0.5 }), noteOf({ number: 3, x: 0.5, y: 0.1 })]
  expect(inReadingOrder(notes).map(({ number }) => number)).toEqual([3, 2, 1])
})
