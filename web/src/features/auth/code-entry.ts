import { RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'

export interface Entry {
  /** One character a box, '' for an empty one. */
  boxes: readonly string[]
  /** The box that has the cursor next. */
  at: number
}

const LAST = RESET_CODE_LENGTH - 1

export const emptyBoxes: readonly string[] = Array.from({ length: RESET_CODE_LENGTH }, () => '')

const withinBoxes = (at: number): number => Math.min(Math.max(at, 0), LAST)

/** Typed or pasted text, from box `at` on: spaces and dashes dropped, the rest one character a box. */
export function enterText({ boxes, at }: Entry, text: string): Entry {
  const characters = [...text.toUpperCase()].filter((character) => !/[\s-]/.test(character)).slice(0, boxes.length - at)
  return { boxes: boxes.map((old, box) => characters[box - at] ?? old), at: withinBoxes(at + characters.length) }
}

/** A whole code fills all boxes wherever it is pasted; a part goes where the cursor is. */
export function pasteText({ boxes, at }: Entry, text: string): Entry {
  const whole = text.replaceAll(/[\s-]/g, '').length >= RESET_CODE_LENGTH
  return enterText(whole ? { boxes: emptyBoxes, at: 0 } : { boxes, at }, text)
}

/** Empties this box, or when it is empty already the one before. */
export function eraseBack({ boxes, at }: Entry): Entry {
  const erased = boxes[at] ? at : withinBoxes(at - 1)
  return { boxes: boxes.with(erased, ''), at: erased }
}

/** Where a key moves the cursor, or undefined if it moves nothing. */
export function moveTo(at: number, key: string): number | undefined {
  if (key === 'ArrowLeft') return withinBoxes(at - 1)
  if (key === 'ArrowRight') return withinBoxes(at + 1)
  if (key === 'Home') return 0
  if (key === 'End') return LAST
  return undefined
}
