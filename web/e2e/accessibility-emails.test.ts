import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../deploy/test/chromium.ts'
import type { RunningProduct } from '../../deploy/test/product.ts'
import { expectAxeFindsNothing } from './accessible.ts'
import { WCAG } from './axe-violations.ts'
import { EMAIL_WIDTHS, type Email, emailsOfReviews, showEmail, startProductWithReplies } from './review-emails.ts'

const TOUCH_TARGET = 44

let product: RunningProduct
let browser: Browser
let emails: Email[]
beforeAll(async () => {
  const [running, chromium] = await Promise.all([startProductWithReplies(), launchChromium()])
  product = running.product
  browser = chromium
  emails = await emailsOfReviews(running)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

it('all emails about reviews: no axe violation, no sideways scrolling, and large buttons', async () => {
  expect(emails.length).toBeGreaterThan(5)
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 }, colorScheme })
    for (const email of emails) {
      await showEmail(page, email)
      // An email has no landmarks, because a mail program shows the email inside its own page.
      await expectAxeFindsNothing(page, WCAG)
      for (const width of EMAIL_WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(sideways, `${email.name} at ${width} px`).toBe(0)
      }
      const heights = await page.locator('a.button, a.secondButton').evaluateAll((all) => all.map((a) => a.getBoundingClientRect().height))
      expect(Math.min(...heights), email.name).toBeGreaterThanOrEqual(TOUCH_TARGET)
    }
    await page.close()
  }
})
