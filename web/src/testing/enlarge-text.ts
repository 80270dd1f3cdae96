import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'

const WIDTH = 1440
const HEIGHT = 900

/** Sets the width of the window and the text size, until the end of the test. */
export async function enlargeText(width: number, percent: number): Promise<void> {
  await page.viewport(width, HEIGHT)
  document.documentElement.style.fontSize = `${percent}%`
  onTestFinished(async () => {
    document.documentElement.style.fontSize = ''
    await page.viewport(WIDTH, HEIGHT)
  })
}

/** Returns the texts that are cut off or stick out of their element. */
export const cutOff = (elements: readonly Element[]): (string | null)[] =>
  elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)
