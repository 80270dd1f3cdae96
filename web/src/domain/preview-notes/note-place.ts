import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { NotePlace } from '@app/contracts/rules/preview-notes.ts'

/** A point of a picture: 0 to 1 of its width and height, from the left and from the top. */
export interface Point {
  x: number
  y: number
}

/** Quarter turns to the right by which a picture is shown rotated. */
export type Turns = 0 | 1 | 2 | 3

/** Values are rounded to four decimal places: a tenth of a pixel in a picture that is 1,000 pixels wide. */
const PRECISION = 10_000

const fraction = (value: number): number => Math.round(Math.min(Math.max(value, 0), 1) * PRECISION) / PRECISION

/** Returns where a point of the natural picture is in the rotated picture. */
export function rotatedPoint({ x, y }: Point, turns: Turns): Point {
  if (turns === 1) return { x: fraction(1 - y), y: x }
  if (turns === 2) return { x: fraction(1 - x), y: fraction(1 - y) }
  if (turns === 3) return { x: y, y: fraction(1 - x) }
  return { x, y }
}

/** Returns which point of the natural picture is at a point of the rotated picture. */
const naturalPoint = (shown: Point, turns: Turns): Point => rotatedPoint(shown, ((4 - turns) % 4) as Turns)

/** Returns the point of the natural picture at a position in the window. `box` is the box of the rotated picture. */
export function pointAt({ clientX, clientY }: { clientX: number; clientY: number }, box: DOMRect, turns: Turns): Point {
  const shown = { x: fraction((clientX - box.left) / box.width), y: fraction((clientY - box.top) / box.height) }
  return naturalPoint(shown, turns)
}

/** Moves a point of the natural picture by a part of the size of the rotated picture. */
export function movedPoint(point: Point, { x, y }: Point, turns: Turns): Point {
  const shown = rotatedPoint(point, turns)
  return naturalPoint({ x: fraction(shown.x + x), y: fraction(shown.y + y) }, turns)
}

/** The middle of a picture. */
export const MIDDLE: Point = { x: 0.5, y: 0.5 }

export const picturePlace = (filePosition: number, page: number | null, point: Point): NotePlace => ({
  filePosition,
  page,
  ...point,
  atMs: null,
})

/** Whether a place is on this file, and on this page of a PDF file. */
export const isOn = (place: NotePlace, filePosition: number | null, page: number | null): boolean =>
  place.filePosition === filePosition && place.page === page

/** Sorts notes in reading order: from the top to the bottom of the picture, and notes at the same height from the left to the right. */
export const inReadingOrder = (notes: readonly PreviewNote[]): PreviewNote[] =>
  notes.toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0) || a.number - b.number)
