import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'

/** Calls `look` at the width of a tablet, a phone and a desktop. Also checks that the page does not scroll sideways. */
export async function atEachWidth(look: (width: number) => unknown): Promise<void> {
  for (const width of [768, 390, 1440]) {
    await page.viewport(width, 900)
    expect(document.documentElement.scrollWidth, `at ${width} px`).toBeLessThanOrEqual(width)
    await look(width)
  }
}

/**
 * Checks at 150 and 200 % text size, on a phone and a laptop, that each element is inside the window, so that it can be used without
 * scrolling sideways (WCAG 1.4.4). With `isFixed`, they must be visible without any scrolling.
 */
export async function withLargeText(elements: () => Element[], { isFixed = false } = {}): Promise<void> {
  const { style } = document.documentElement
  onTestFinished(() => void style.removeProperty('font-size'))
  for (const width of [390, 1280]) {
    await page.viewport(width, 800)
    for (const size of ['150%', '200%']) {
      style.fontSize = size
      for (const element of elements()) {
        const outside = () => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const isBeside = left < 0 || right > width || element.scrollWidth > element.clientWidth
          return isBeside || (isFixed && (top < 0 || bottom > 800)) ? [left, right, top, bottom].map(Math.round) : []
        }
        await expect.poll(outside, { message: `${element.textContent} at ${width} px and ${size}` }).toEqual([])
      }
    }
  }
}

export const areSideBySide = (one: Element, other: Element): boolean =>
  one.getBoundingClientRect().right <= other.getBoundingClientRect().left
