import { page } from 'vitest/browser'

/** Returns the rows of a table that are in the page, without the headings. */
export const rowsOf = (table: string): HTMLTableRowElement[] => [
  ...page.getByRole('table', { name: table }).element().querySelectorAll<HTMLTableRowElement>('tbody > tr'),
]

/** Returns the height of the highest row of a table, in px. */
export const highestRow = (table: string): number => Math.max(...rowsOf(table).map((row) => row.getBoundingClientRect().height))

/** Returns the share of the window that a list covers, as a number from 0 to 1. `parts` are the parts of the list from top to bottom. */
export function shareOfWindow(...parts: readonly Element[]): number {
  const boxes = parts.map((part) => part.getBoundingClientRect())
  const width = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)))
  const bottom = Math.min(window.innerHeight, Math.max(...boxes.map((box) => box.bottom)))
  return (width * (bottom - top)) / (window.innerWidth * window.innerHeight)
}
