import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** Calls `look` at the width of a tablet, a phone and a desktop. Also checks that the page does not scroll sideways. */
export async function atEachWidth(look: (width: number) => unknown): Promise<void> {
  for (const width of [768, 390, 1440]) {
    await page.viewport(width, 900)
    expect(document.documentElement.scrollWidth, `at ${width} px`).toBeLessThanOrEqual(width)
    await look(width)
  }
}

export const areSideBySide = (one: Element, other: Element): boolean =>
  one.getBoundingClientRect().right <= other.getBoundingClientRect().left
