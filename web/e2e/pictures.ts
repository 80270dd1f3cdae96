import type { Page } from 'playwright-core'
import { WIDTHS } from './screen.ts'

const colorSchemes = ['light', 'dark'] as const

/** With the environment variable `PICTURES`, writes screenshots at each width and in both themes to `screens/`. */
export async function takePictures(page: Page, name: string, { widths = WIDTHS, fullPage = false } = {}): Promise<void> {
  if (!process.env.PICTURES) return
  for (const width of widths) {
    for (const colorScheme of colorSchemes) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
      await page.emulateMedia({ colorScheme })
      await page.evaluate(decodeVisible)
      await page.screenshot({ path: `screens/${name}-${width}-${colorScheme}.png`, fullPage })
    }
  }
}

/** Waits for the pictures in the window. Pictures below the window, and hidden ones, may not load. */
async function decodeVisible(): Promise<void> {
  const isShown = (picture: HTMLImageElement) => picture.checkVisibility() && picture.getBoundingClientRect().top < window.innerHeight
  await Promise.allSettled([...document.images].filter(isShown).map((picture) => picture.decode()))
}
