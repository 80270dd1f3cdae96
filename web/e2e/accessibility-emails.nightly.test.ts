import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { WCAG } from '../src/testing/axe-violations.ts'
import { expectAxeFindsNothing } from './accessible.ts'
import { allEmails, EMAIL_WIDTHS, showEmail } from './emails.ts'
import { takePictures } from './pictures.ts'

const TOUCH_TARGET = 44
const emails = allEmails()

interface Shown {
  /** Pixels by which the email is wider than the window. */
  sideways: number
  /** Heights of the buttons and of the links on their own lines, in pixels. */
  heights: number[]
  /** Number of elements with the color of a filled button. */
  filled: number
}

/** A script that runs in the page and returns a `Shown`. */
const measure = `({
  sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  heights: [...document.querySelectorAll('a.button, a.secondButton, p > a.link:only-child')].filter((link) => link.style.display === 'inline-block')
    .map((link) => link.getBoundingClientRect().height),
  filled: [...document.links].filter((link) => !/^rgba\\(.*, 0\\)$/.test(getComputedStyle(link).backgroundColor)).length,
})`

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(async () => {
  await browser?.close()
})

describe.each(['light', 'dark'] as const)('on a %s screen', (colorScheme) => {
  it.each(emails)('$name has no axe violation, no sideways scrolling, at most one filled button, and large buttons', async (email) => {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 }, colorScheme })
    await showEmail(page, email)
    // An email has no landmarks, because an email app shows the email inside its own page.
    await expectAxeFindsNothing(page, WCAG)
    for (const width of EMAIL_WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const { sideways, heights, filled } = await page.evaluate<Shown>(measure)
      expect(sideways, `at ${width} px`).toBe(0)
      expect(Math.min(TOUCH_TARGET, ...heights), `at ${width} px`).toBe(TOUCH_TARGET)
      expect(filled).toBeLessThanOrEqual(1)
    }
    if (colorScheme === 'dark') await takePictures(page, email.name, { widths: EMAIL_WIDTHS, fullPage: true })
    await page.close()
  })
})
