import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** One page on a desk, a tablet and a phone, laid out anew at each width: nothing of it scrolls sideways, whatever else is looked at. */
export async function atEachWidth(look: (width: number) => unknown): Promise<void> {
  for (const width of [768, 390, 1440]) {
    await page.viewport(width, 900)
    expect(document.documentElement.scrollWidth, `at ${width} px`).toBeLessThanOrEqual(width)
    await look(width)
  }
}

/** Whether the two stand side by side. */
export const areSideBySide = (one: Element, other: Element): boolean =>
  one.getBoundingClientRect().right <= other.getBoundingClientRect().left
